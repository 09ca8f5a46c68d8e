import { mount } from 'svelte'
import { learn } from '../lib/i18n.svelte'
import { prefs } from '../lib/prefs.svelte'
import Demo from './Demo.svelte'

void learn(prefs.language).then(() => mount(Demo, { target: document.getElementById('app')! }))
