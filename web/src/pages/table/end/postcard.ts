/** A result of the deal of the day as a picture: no card, no ticket and no route of the game is on it. */
import type { Fact } from './daily'

export interface Postcard {
  board: string // address of its small picture
  title: string
  about: string
  facts: Fact[]
  site: string
}

const [WIDTH, HEIGHT] = [1200, 630]
const BAND = 372 // where the facts begin
const LEFT = 64
const [DARK, CREAM, BRASS] = ['#14261f', '#f6ecd4', '#e3b552']
const SERIF = "Besley, Georgia, 'Times New Roman', serif"
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

/** A drawing that fills a size, as not every browser paints one that has none. */
async function sized(address: string, width: number, height: number): Promise<HTMLImageElement> {
  const drawing = (await (await fetch(address)).text()).replace('<svg ', `<svg width="${width}" height="${height}" `)
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }))
  await image.decode()
  URL.revokeObjectURL(image.src)
  return image
}

/** The picture, as a PNG. */
export async function paint({ board, title, about, facts, site }: Postcard): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const on = canvas.getContext('2d')!
  const write = (text: string, font: string, colour: string, x: number, y: number, most: number) => {
    on.font = font
    on.fillStyle = colour
    on.fillText(text, x, y, most)
  }
  const [ground] = await Promise.all([
    sized(board, WIDTH - 300, BAND),
    ...[600, 800].map((weight) => document.fonts.load(`${weight} 40px Besley`)),
  ])
  on.fillStyle = DARK
  on.fillRect(0, 0, WIDTH, HEIGHT)
  on.drawImage(ground, 300, 0)
  const shade = on.createLinearGradient(300, 0, 900, 0)
  shade.addColorStop(0, DARK)
  shade.addColorStop(0.55, `${DARK}f2`)
  shade.addColorStop(1, `${DARK}00`)
  on.fillStyle = shade
  on.fillRect(300, 0, WIDTH - 300, BAND)
  on.fillStyle = BRASS
  on.fillRect(0, BAND, WIDTH, 4)
  write('Éclisse', `600 40px ${SERIF}`, BRASS, LEFT, 100, 500)
  write(title, `800 62px ${SERIF}`, CREAM, LEFT, 206, 600)
  write(about, `400 32px ${SANS}`, CREAM, LEFT, 266, 560)
  facts.forEach(({ name, value, more }, i) => {
    const x = LEFT + i * 376
    write(name, `600 28px ${SANS}`, BRASS, x, 434, 340)
    write(value, `800 84px ${SERIF}`, CREAM, x, 516, 340)
    write(more, `400 28px ${SANS}`, CREAM, x, 560, 340)
  })
  on.textAlign = 'right'
  write(site, `400 22px ${SANS}`, BRASS, WIDTH - LEFT, 608, 900)
  return new Promise((done) => canvas.toBlob((made) => done(made!), 'image/png'))
}
