/** Explanations of a rule, told the first times it bites; afterwards behind a sign. This device remembers how often. */

const KEY = 'eclisse.tips'
const TIMES = 3

function stored(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

class Tips {
  #told = stored()

  /** Whether a tip is still told unasked. */
  fresh(about: string, times = TIMES): boolean {
    return (this.#told[about] ?? 0) < times
  }

  /** It was told once more. */
  tell(about: string): void {
    this.#told[about] = (this.#told[about] ?? 0) + 1
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#told))
    } catch {
      // a browser that keeps nothing is told again
    }
  }
}

export const tips = new Tips()
