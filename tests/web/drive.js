// Plays in the page by clicking on what the page offers, at random; used by playing.py.
// `seed`: which clicks; `goal`: stop at this number of the state, at one's turn; `steps`: make at most so many clicks.
async ({ seed, goal = 1e9, steps = 1e9, limit = 180000 }) => {
  // A small generator (mulberry32): the same seed gives the same numbers between 0 and 1.
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const game = () => document.querySelector('[data-number]')
  const found = (selector) => [...document.querySelectorAll(selector)].filter((element) => !element.disabled)
  const any = (all) => all[Math.floor(random() * all.length)]
  const wait = (time) => new Promise((done) => setTimeout(done, time))
  const seen = () => `${game()?.dataset.number} ${document.querySelector('[data-confirm]')?.textContent} ${!!document.querySelector('[data-curtain]')} ${found('[data-offer] :checked').length}`
  // In the order in which they are tried: what the game waits for, then what leads on.
  const KINDS = [
    ['curtain', '[data-curtain] button'],
    ['answer', '[data-answer]'],
    ['keep', '[data-keep]'],
    ['tick', '[data-offer] input:not(:checked)'],
    ['option', '[data-option]'],
    ['route', 'g[data-route][role=button]'],
    ['city', 'g[data-city][role=button]'],
    ['card', '[data-deck], [data-market]'],
    ['pass', '[data-pass]'],
    ['tickets', '[data-tickets]'],
  ]
  const offered = () => {
    for (const [name, selector] of KINDS) {
      const all = found(selector)
      if (all.length) return { name, all }
    }
  }
  const clicks = {}
  const start = performance.now()
  const alerts = new Set()
  const report = (why) => ({ why, number: Number(game()?.dataset.number), phase: game()?.dataset.phase, clicks, alerts: [...alerts] })
  while (performance.now() - start < limit) {
    for (const alert of document.querySelectorAll('[role=alert]')) alerts.add(alert.textContent)
    if (document.querySelector('[data-end]')) return report('over')
    const kind = offered()
    if (kind && Number(game()?.dataset.number) >= goal && kind.name !== 'curtain') return report('goal')
    if (!steps--) return report('steps')
    const before = seen()
    if (kind) {
      clicks[kind.name] = (clicks[kind.name] ?? 0) + 1
      any(kind.all).dispatchEvent(new MouseEvent('click', { bubbles: true }))
    }
    for (let i = 0; i < 100 && seen() === before; i++) await wait(10)
  }
  return report('late')
}
