import { mount } from 'svelte'
import { ready } from '../lib/i18n.svelte'
import Demo from './Demo.svelte'

void ready.then(() => mount(Demo, { target: document.getElementById('app')! }))
