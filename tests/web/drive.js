// Plays in the page by clicking on what the page offers, at random; used by test_play.py.
// `goal`: stop at this number of the state, at one's turn; `steps`: make at most so many clicks.
async ({ goal = 1e9, steps = 1e9, limit = 60000 } = {}) => {
  const game = () => document.querySelector('[data-number]')
  const found = (selector) => [...document.querySelectorAll(selector)].filter((element) => !element.disabled)
  const any = (all) => all[Math.floor(Math.random() * all.length)]
  const wait = (time) => new Promise((done) => setTimeout(done, time))
  const seen = () => `${game()?.dataset.number} ${document.querySelector('[data-confirm]')?.textContent} ${!!document.querySelector('[data-curtain]')}`
  // In the order in which they are tried: what the game waits for, then what leads on.
  const KINDS = [
    ['curtain', '[data-curtain] button'],
    ['answer', '[data-answer]'],
    ['keep', '[data-keep]'],
    ['option', '[data-option]'],
    ['route', 'g[data-route][role=button]'],
    ['city', 'g[data-city][role=button]'],
    ['card', '[data-deck], [data-market]'],
    ['pass', '[data-pass]'],
    ['tickets', '[data-tickets]'],
  ]
  const clicks = {}
  const start = performance.now()
  const alerts = new Set()
  const report = (why) => ({ why, number: Number(game()?.dataset.number), phase: game()?.dataset.phase, clicks, alerts: [...alerts] })
  while (performance.now() - start < limit) {
    for (const alert of document.querySelectorAll('[role=alert]')) alerts.add(alert.textContent)
    if (document.querySelector('[data-end]')) return report('over')
    const kind = KINDS.map(([name, selector]) => ({ name, all: found(selector) })).find(({ all }) => all.length)
    if (kind && Number(game()?.dataset.number) >= goal && kind.name !== 'curtain') return report('goal')
    if (!steps--) return report('steps')
    const before = seen()
    if (kind) {
      clicks[kind.name] = (clicks[kind.name] ?? 0) + 1
      any(kind.all).dispatchEvent(new MouseEvent('click', { bubbles: true }))
    }
    for (let i = 0; i < 400 && seen() === before; i++) await wait(kind ? 2 : 5)
  }
  return report('late')
}
