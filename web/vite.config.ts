import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// Relative addresses, so that the pages work under any path; they go where the server looks for them.
export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: process.env.ECLISSE_WEB_OUT ?? '../src/eclisse/server/static',
    emptyOutDir: true,
    rollupOptions: { input: ['index.html', 'demo.html'], checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
})
