/** The lessons that were finished on this device, and whether their offer was declined. */
const KEY = 'eclisse.learned'
const DECLINED = 'eclisse.learn-later'

export function learned(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

export function learn(name: string): void {
  localStorage.setItem(KEY, JSON.stringify([...new Set([...learned(), name])]))
}

/** Whether lessons are offered: to somebody who has neither taken nor declined them. */
export const offersLessons = (): boolean => !learned().length && localStorage.getItem(DECLINED) === null
export const declineLessons = (): void => localStorage.setItem(DECLINED, 'yes')
