/** A rating of one's own, kept in this browser: each puzzle tried for the first time is a game against its difficulty. */
export interface Rating {
  rating: number
  tried: number
}

const KEY = 'eclisse.puzzle-rating'
const FIRST: Rating = { rating: 1200, tried: 0 }
const EASIEST = 800 // what a puzzle counts that every bot finds …
const STEP = 200 // … and what it counts more for each bot that misses it
const [FAST, SLOW, NEW] = [40, 20, 20] // how much one answer can change, at the first ones more

export function readRating(): Rating {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Rating | null
    return kept && Number.isFinite(kept.rating) && Number.isFinite(kept.tried) ? kept : FIRST
  } catch {
    return FIRST
  }
}

/** The rating after an answer, by Elo's rule. */
export function rated({ rating, tried }: Rating, difficulty: number, right: boolean): Rating {
  const expected = 1 / (1 + 10 ** ((EASIEST + STEP * difficulty - rating) / 400))
  const change = (tried < NEW ? FAST : SLOW) * (Number(right) - expected)
  return { rating: rating + change, tried: tried + 1 }
}

export function keepRating(rating: Rating): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rating))
  } catch {
    // a browser that keeps nothing begins again
  }
}
