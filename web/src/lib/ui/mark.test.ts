import { render } from 'svelte/server'
import { expect, it, vi } from 'vitest'
import { GLYPHS, SIGNS } from '../board/glyphs'

vi.mock('../i18n.svelte', () => ({ cardSign: () => 'locomotive' }))
const { default: ColourMark } = await import('./ColourMark.svelte')

const marked = (colour: string) => render(ColourMark, { props: { colour } }).body
const sides = (html: string) =>
  ['width', 'height'].map((side) => Number(html.match(RegExp(`<rect[^>]* ${side}="(\\d+)"`))?.[1]))

it('a card that nobody has seen is upright and crossed by nothing, unlike the mark of any card', () => {
  const [width, height] = sides(marked('back'))
  expect(width! / height!).toBeLessThan(0.8)
  expect(marked('back')).not.toMatch(/d="M-3-3 3 3/)
  for (const colour of [...Object.keys(GLYPHS), 'locomotive']) {
    const [wide, high] = sides(marked(colour))
    expect(wide).toBe(high)
  }
  expect(
    [...Object.values(GLYPHS), ...Object.values(SIGNS)].some((sign) => sign && marked('back').includes(sign)),
  ).toBe(false)
})
