/** The page without a server: it plays by itself, and is kept for when there is no network. */
import '../lib/storage'
import { mount } from 'svelte'
import App from '../App.svelte'
import '../lib/board/palette.css'
import { here } from '../lib/here'
import { learn } from '../lib/i18n.svelte'
import { prefs } from '../lib/prefs.svelte'
import { href } from '../lib/router.svelte'
import '../lib/theme.css'
import { answer } from './answers'

here.alone = { answer }
if ('serviceWorker' in navigator) void navigator.serviceWorker.register(href('keep.js')).catch(() => undefined)
void learn(prefs.language).then(() => mount(App, { target: document.getElementById('app')! }))
