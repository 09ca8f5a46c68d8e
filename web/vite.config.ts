import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

/** The page without a server begins with another script, and keeps itself for when there is no network. */
const alone: Plugin = {
  name: 'alone',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/main.ts', '/src/site/main.ts') },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'keep.js', source: readFileSync('src/site/keep.js', 'utf8') })
  },
}

// Relative addresses, so that the pages work under any path; they go where the server looks for them.
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: mode === 'site' ? [svelte(), alone] : [svelte()],
  build: {
    outDir: process.env.ECLISSE_WEB_OUT ?? '../src/eclisse/server/static',
    emptyOutDir: true,
    rollupOptions: {
      input: mode === 'site' ? ['index.html'] : ['index.html', 'demo.html'],
      checks: { bundlerTimings: false },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true }, '/engine': 'http://127.0.0.1:8000' } },
}))
