/** Notices of this browser, whether the page is open or not: Web Push. */
import { ask, get, post } from './api'
import { prefs } from './prefs.svelte'
import { href } from './router.svelte'

export const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this browser is told. */
export async function isSubscribed(): Promise<boolean> {
  if (!canPush) return false
  const worker = await navigator.serviceWorker.getRegistration(href(''))
  return !!(await worker?.pushManager.getSubscription())
}

/** Be told from now on; false if the browser, or whoever sits before it, does not allow it. */
export async function subscribe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register(href(`sw.js?lang=${prefs.language}`), { scope: href('') })
  const worker = await navigator.serviceWorker.ready
  const { key } = await get<{ key: string }>('push')
  const made = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => null)
  if (!made) return false
  const { endpoint, keys } = made.toJSON()
  await post('players/me/push', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
  return true
}

/** Be told no more. */
export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration(href(''))
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
  await ask('DELETE', 'players/me/push')
}
