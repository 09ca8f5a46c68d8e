/** Shows the server's notices while the page is closed, and opens the table when one is clicked. */
const TEXTS = {
  en: {
    your_turn: 'It is your turn.',
    nudge: 'Somebody is waiting for you.',
    time_short: 'Your time is nearly up.',
    late: 'Your time was up.',
    resigned: 'Somebody has given up.',
    end_offered: 'Somebody would like to end the game.',
    ended: 'The game was ended by agreement.',
    rematch: 'Somebody would like a rematch.',
    joined: 'Somebody has sat down at your table.',
    report: 'A player was reported.',
  },
  fr: {
    your_turn: 'C’est à vous de jouer.',
    nudge: 'Quelqu’un vous attend.',
    time_short: 'Votre temps est presque écoulé.',
    late: 'Votre temps est écoulé.',
    resigned: 'Quelqu’un a abandonné.',
    end_offered: 'On vous propose d’arrêter la partie.',
    ended: 'La partie a été arrêtée d’un commun accord.',
    rematch: 'On vous propose une revanche.',
    joined: 'Quelqu’un s’est assis à votre table.',
    report: 'Un joueur a été signalé.',
  },
}
const language = new URL(self.location.href).searchParams.get('lang') === 'fr' ? 'fr' : 'en'

self.addEventListener('push', (event) => {
  const { event: what, table } = event.data.json()
  const body = TEXTS[language][what] ?? TEXTS[language].your_turn
  const look = { body, tag: table, data: `t/${table}`, icon: 'icon-192.png' }
  event.waitUntil(self.registration.showNotification('Éclisse', look))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data, self.registration.scope).href
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((open) => {
      const page = open.find((one) => one.url.startsWith(address))
      return page ? page.focus() : self.clients.openWindow(address)
    }),
  )
})
