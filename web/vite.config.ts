import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// Relative addresses, so that the pages work under any path; ECLISSE_WEB_OUT says where they go.
export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: process.env.ECLISSE_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    rollupOptions: { input: ['index.html', 'demo.html'] },
  },
  test: { include: ['src/**/*.test.ts', 'build/**/*.test.ts'] },
})
