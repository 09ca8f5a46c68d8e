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
const LEGIBLE = 0.8 // below this scale, names are hard to read
const LARGEST = 4

/** The view that shows all of a sheet. */
export function whole(sheet: Size, window: Size): View {
  const scale = Math.min((window.width - 2 * MARGIN) / sheet.width, (window.height - 2 * MARGIN) / sheet.height)
  return centred(sheet, window, Math.max(scale, 0.05))
}

/** The view to begin with: all of a sheet if it can be read then, else as much as fills the window. */
export function opening(sheet: Size, window: Size): View {
  const all = whole(sheet, window)
  const fill = Math.max(window.width / sheet.width, window.height / sheet.height)
  return all.scale >= LEGIBLE ? all : centred(sheet, window, Math.max(all.scale, Math.min(fill, LEGIBLE)))
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

/** A view that does not lose the sheet: it fills the window, or lies in the middle of it. */
export function kept(view: View, sheet: Size, window: Size): View {
  const hold = (at: number, size: number, room: number) => {
    const free = room - size * view.scale
    return free >= 0 ? free / 2 : Math.min(Math.max(at, free - MARGIN), MARGIN)
  }
  return { ...view, x: hold(view.x, sheet.width, window.width), y: hold(view.y, sheet.height, window.height) }
}
