import './lib/storage'
import { mount } from 'svelte'
import App from './App.svelte'
import './lib/board/palette.css'
import './lib/theme.css'
import { learn } from './lib/i18n.svelte'
import { prefs } from './lib/prefs.svelte'

void learn(prefs.language).then(() => mount(App, { target: document.getElementById('app')! }))
