import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'data/**/*.test.ts'],
    setupFiles: ['scripts/test-setup.ts'],
  },
})
