import { describe, expect, it } from 'vitest'
import { shape } from './shape'

const LAPTOP = { width: 1366, height: 722 }
const [INDIA, USA] = [1.033, 1.536]

describe('how a window is shared out', () => {
  it('gives the column all that a tall board cannot use', () => {
    expect(shape(LAPTOP, INDIA, false)).toEqual({ column: 620, above: false })
    expect(shape(LAPTOP, INDIA, true).column).toBe(620)
  })
  it('has the players above a wide board, where there was nothing', () => {
    const { column, above } = shape(LAPTOP, USA, false)
    expect(above).toBe(true)
    expect(LAPTOP.width - column).toBeGreaterThan(1000)
  })
  it('leaves the players beside the map where the column is high enough', () => {
    expect(shape({ width: 2560, height: 1394 }, USA, false)).toEqual({ column: 440, above: false })
    expect(shape({ width: 1440, height: 854 + 46 }, USA, false).above).toBe(false)
  })
  it('keeps the column within bounds', () => {
    expect(shape({ width: 2560, height: 1394 }, INDIA, false).column).toBe(680)
    expect(shape({ width: 900, height: 600 }, USA, false).column).toBe(300)
    expect(shape({ width: 2000, height: 700 }, INDIA, false).column).toBe(680)
  })
})
