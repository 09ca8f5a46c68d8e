/** Scrolls the navigation around a link sideways until the link is in its middle. */
export function inSight(link: HTMLElement): void {
  const bar = link.closest('nav')
  if (!bar) return
  const [inner, outer] = [link.getBoundingClientRect(), bar.getBoundingClientRect()]
  bar.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}
