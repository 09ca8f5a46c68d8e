/** How a wide window is shared out: what the map leaves free beside it or above it is used. Pure arithmetic. */

export interface Shape {
  column: number // pixels beside the map
  above: boolean // whether the players stand above the map
}

const LOW = 860 // pixels of height below which the column is short of room
const STRIP = 46 // the players in one row
const WIDEST = 680

/** The room that a map of this shape leaves to a game: all beside it that it cannot use, and all above it. */
export function shape(game: { width: number; height: number }, map: number, over: boolean): Shape {
  const share = over ? [340, 0.31, 480] : [300, 0.235, 440]
  const least = Math.min(Math.max(share[0]!, share[1]! * game.width), share[2]!)
  const above = !over && game.height < LOW && game.height > (game.width - least) / map
  const beside = game.width - (game.height - (above ? STRIP : 0)) * map
  return { column: Math.round(Math.max(least, Math.min(beside, WIDEST, game.width / 2))), above }
}
