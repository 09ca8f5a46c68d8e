import { describe, expect, it } from 'vitest'
import { coloured, fitted, fresh, given, owned, position, restored, seated, toggled } from './form'

const has = (...ids: string[]) => ({
  routes: new Set(ids),
  tickets: new Set(ids),
  stations: new Set(ids),
  depots: new Set(ids),
})

describe('the form of a game played at home', () => {
  it('gives a route to the seat that taps it, takes it from another, and back at a second tap', () => {
    const one = toggled(fresh('usa', 2), 'routes', 'a--b', 0)
    expect(one.routes).toEqual({ 'a--b': 0 })
    const two = toggled(one, 'routes', 'a--b', 1)
    expect(two.routes).toEqual({ 'a--b': 1 })
    expect(toggled(two, 'routes', 'a--b', 1).routes).toEqual({})
    expect(one.routes).toEqual({ 'a--b': 0 })
  })

  it('frees what belonged to a seat that is taken away, and gives new seats colours of their own', () => {
    const three = given(given(fresh('usa', 3), 'routes', 'a--b', 2), 'tickets', 't', 1)
    const two = seated(three, 2)
    expect(two.routes).toEqual({})
    expect(two.tickets).toEqual({ t: 1 })
    const again = seated(coloured(two, 1, 4), 5)
    expect(new Set(again.seats.map((seat) => seat.style)).size).toBe(5)
  })

  it('swaps colours when a seat takes that of another', () => {
    expect(coloured(fresh('usa', 3), 0, 2).seats.map((seat) => seat.style)).toEqual([2, 1, 0])
  })

  it('drops what the game does not have', () => {
    const form = given(given(fresh('usa', 2), 'routes', 'x', 0), 'routes', 'y', 1)
    expect(fitted(form, has('y')).routes).toEqual({ y: 1 })
  })

  it('becomes a position with one entry a seat', () => {
    let form = given(fresh('europe', 2), 'stations', 'paris', 1)
    form = { ...form, depotsLeft: { 1: 3 } }
    expect(position(form)).toMatchObject({ seats: 2, phase: 'over', stations: [[], ['paris']], depots_left: [null, 3] })
    expect(owned(form.stations, 1)).toEqual(['paris'])
  })

  it('survives being stored, and is not made from rubbish', () => {
    const form = given(fresh('india', 4), 'routes', 'a--b', 3)
    expect(restored(JSON.stringify(form))).toEqual(form)
    for (const text of [null, '', '{', '7', '{}', '{"game":"usa","modules":[],"seats":[]}'])
      expect(restored(text)).toBeNull()
  })
})
