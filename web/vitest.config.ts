import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// Each file of tests has globals of its own, as in a process of its own, but starts much sooner.
const test = { include: ['src/**/*.test.ts', 'build/**/*.test.ts'], pool: 'vmThreads' as const }
export default defineConfig({ plugins: [svelte()], test })
