import { mount } from 'svelte'
import App from './App.svelte'
import './lib/board/palette.css'
import './lib/theme.css'
import { ready } from './lib/i18n.svelte'

void ready.then(() => mount(App, { target: document.getElementById('app')! }))
