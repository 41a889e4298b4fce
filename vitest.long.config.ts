import { configDefaults, defineConfig } from 'vitest/config'
import quick, { LONG_TESTS, PROPERTY_TESTS } from './vitest.config.ts'

/** Only the exhaustive tests, and all examples of the properties of which the quick tests try some. */
export default defineConfig({
  test: {
    ...quick.test,
    include: [...LONG_TESTS, ...PROPERTY_TESTS],
    provide: { shareOfRuns: 1 },
    exclude: configDefaults.exclude,
    // One file at a time: they start servers with deadlines of seconds, which a busy machine misses.
    maxWorkers: 1,
  },
})
