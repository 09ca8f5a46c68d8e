/** Looking at a sheet through a window: pure arithmetic of zoom and pan, in pixels of the screen. */

export interface Size {
  width: number
  height: number
}

/** The sheet is drawn `scale` times its size, its corner at (x, y) of the window. */
export interface View {
  x: number
  y: number
  scale: number
}

const MARGIN = 8 // pixels of table around a sheet that fits
const LEGIBLE = 0.62 // below this scale, names are small
const TOLERABLE = 0.41 // and below this one, hard to read
const ROOM = 14 // pixels around what shall be seen
const TRIES = 8 // to find a scale: names take more of the sheet, the smaller it is drawn
const LARGEST = 4
const NEAREST = 0.75 // scale at which what matters is shown without being asked for
const NEARLY = 1.25 // times the scale of a whole sheet, below which it is shown whole: nothing is cut off for so little
const SIGN = 19 // pixels from the edge of the window to the middle of a sign
const EDGE = 36 // pixels between what was chosen and what lies over the sheet

/** The view that shows all of a sheet. */
export function whole(sheet: Size, window: Size): View {
  const scale = Math.min((window.width - 2 * MARGIN) / sheet.width, (window.height - 2 * MARGIN) / sheet.height)
  return centred(sheet, window, Math.max(scale, 0.05))
}

/** The view to begin with: all of a sheet if it can be read then, else as much as fills the window. */
export function opening(sheet: Size, window: Size): View {
  const all = whole(sheet, window)
  const fill = Math.max(window.width / sheet.width, window.height / sheet.height)
  return all.scale >= TOLERABLE ? all : clearly(centred(sheet, window, Math.min(fill, LEGIBLE)), all)
}

export interface Point {
  x: number
  y: number
}

/** What shall be seen, as points of the sheet: it may depend on the scale. */
export type Reach = (scale: number) => readonly Point[]

/** The view to begin with where something matters: all of a sheet if it can be read then, else what matters. */
export function framed(reach: Reach, sheet: Size, window: Size): View {
  const all = whole(sheet, window)
  if (!reach(all.scale).length || all.scale >= TOLERABLE) return opening(sheet, window)
  return clearly(around(reach, sheet, window, NEAREST), all)
}

/** The same, above what lies over the right corner at the foot, if anything that shall be seen would be under it. */
export function framedBeside(reach: Reach, sheet: Size, window: Size, corner: Size): View {
  const view = framed(reach, sheet, window)
  const seen = reach(view.scale)
  const [left, top] = [window.width - corner.width, window.height - corner.height]
  const isUnder = ({ x, y }: Point) => view.x + x * view.scale > left && view.y + y * view.scale > top
  if (!(seen.length ? seen : [{ x: sheet.width, y: sheet.height }]).some(isUnder)) return view
  const above = framed(reach, sheet, { ...window, height: top })
  return seen.length || above.scale === view.scale ? above : view // where nothing matters, nothing is drawn smaller
}

/** A nearer view than all of a sheet, where it is clearly nearer. */
const clearly = (near: View, all: View): View => (near.scale < NEARLY * all.scale ? all : near)

/** Whether all of some points are seen. */
export const inside = (points: readonly Point[], view: View, window: Size): boolean =>
  points.every((point) => {
    const [x, y] = [view.x + point.x * view.scale, view.y + point.y * view.scale]
    return x >= 0 && y >= 0 && x <= window.width && y <= window.height
  })

/** A sign at the edge of the window: where it stands, and which way it points, in degrees. */
export interface Sign {
  left: number
  top: number
  turn: number
}

/** The signs towards points that are outside the window; of those that would lie over one another, only the first. */
export function signs<One extends Point>(points: readonly One[], view: View, window: Size) {
  const found: (Sign & { point: One })[] = []
  for (const point of points.filter((one) => !inside([one], view, window))) {
    const [x, y] = [view.x + point.x * view.scale - window.width / 2, view.y + point.y * view.scale - window.height / 2]
    const shrunk = Math.min((window.width / 2 - SIGN) / Math.abs(x || 1), (window.height / 2 - SIGN) / Math.abs(y || 1))
    const [left, top] = [window.width / 2 + x * shrunk, window.height / 2 + y * shrunk]
    if (found.every((sign) => Math.hypot(sign.left - left, sign.top - top) > 2 * SIGN))
      found.push({ point, left, top, turn: (Math.atan2(y, x) * 180) / Math.PI })
  }
  return found
}

function centred(sheet: Size, window: Size, scale: number): View {
  return { x: (window.width - sheet.width * scale) / 2, y: (window.height - sheet.height * scale) / 2, scale }
}

/** Zoom so that the point (x, y) of the window stays where it is. */
export function zoomed(view: View, factor: number, x: number, y: number, sheet: Size, window: Size): View {
  const least = Math.min(whole(sheet, window).scale, LARGEST)
  const scale = Math.min(Math.max(view.scale * factor, least), LARGEST)
  const grown = scale / view.scale
  return kept({ x: x - (x - view.x) * grown, y: y - (y - view.y) * grown, scale }, sheet, window)
}

/** Move the sheet. */
export function moved(view: View, dx: number, dy: number, sheet: Size, window: Size): View {
  return kept({ ...view, x: view.x + dx, y: view.y + dy }, sheet, window)
}

/** The view that shows all that shall be seen with room around it, not nearer than names need. */
export function around(reach: Reach, sheet: Size, window: Size, nearest = 1): View {
  let view = about(reach(nearest), sheet, window, nearest)
  for (let i = 0; i < TRIES && !inside(reach(view.scale), view, window); i++)
    view = about(reach(view.scale), sheet, window, view.scale)
  return view
}

function about(points: readonly Point[], sheet: Size, window: Size, nearest: number): View {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const fits = Math.min((window.width - 2 * ROOM) / (right - left), (window.height - 2 * ROOM) / (bottom - top))
  const scale = Math.max(Math.min(fits, nearest), whole(sheet, window).scale)
  const middle = (low: number, high: number, room: number) => room / 2 - ((low + high) / 2) * scale
  return kept({ x: middle(left, right, window.width), y: middle(top, bottom, window.height), scale }, sheet, window)
}

/** A bar over the foot of the window: from where it covers it, in pixels. */
export interface Cover {
  left: number
  right: number
  top: number
}

/** The same view, moved as little as it takes to see some points in the window, beside or above what covers it. */
export function uncovered(view: View, points: readonly Point[], window: Size, cover: Cover): View {
  const [xs, ys] = [points.map(({ x }) => view.x + x * view.scale), points.map(({ y }) => view.y + y * view.scale)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const aside = right + EDGE < cover.left || left - EDGE > cover.right
  const dx = into(left, right, window.width)
  const dy = into(Math.min(...ys), Math.max(...ys), aside ? window.height : Math.min(cover.top, window.height))
  return dx || dy ? { ...view, x: view.x + dx, y: view.y + dy } : view
}

/** How far to move what reaches from `low` to `high` to see it in so much room; its beginning, if it is too long. */
const into = (low: number, high: number, room: number) => Math.max(EDGE - low, Math.min(0, room - EDGE - high))

/** A view that does not lose the sheet: it fills the window, or lies in the middle of it. */
export function kept(view: View, sheet: Size, window: Size): View {
  const hold = (at: number, size: number, room: number) => {
    const free = room - size * view.scale
    return free >= 0 ? free / 2 : Math.min(Math.max(at, free - MARGIN), MARGIN)
  }
  return { ...view, x: hold(view.x, sheet.width, window.width), y: hold(view.y, sheet.height, window.height) }
}
