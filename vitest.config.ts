import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'data/**/*.test.ts'],
    setupFiles: ['scripts/test-setup.ts'],
    // By default one processor stays free, which on a small machine is half of it.
    maxWorkers: '100%',
    // No test measures time, so a busy machine may take its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
