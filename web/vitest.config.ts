import { defineConfig, mergeConfig } from 'vitest/config'
import page from './vite.config.js'

// Each file of tests has globals of its own, as in a process of its own, but starts much sooner.
const test = { include: ['src/**/*.test.ts', 'build/**/*.test.ts'], pool: 'vmThreads' as const }
export default mergeConfig(page, defineConfig({ test }))
