import { configDefaults, defineConfig } from 'vitest/config'
import quick, { LONG_TESTS } from './vitest.config.ts'

/** Only the exhaustive tests. */
export default defineConfig({
  test: {
    ...quick.test,
    include: LONG_TESTS,
    provide: { shareOfRuns: 1 },
    exclude: configDefaults.exclude,
    // One file at a time: they start servers with deadlines of seconds, which a busy machine misses.
    maxWorkers: 1,
  },
})
