import { configDefaults, defineConfig } from 'vitest/config'
import quick, { NIGHTLY_TESTS, PROPERTY_TESTS } from './vitest.config.ts'

/**
 * The longest runs: many days, many faults, every recording, and all examples of the properties of which the quick tests try some. A
 * workflow runs all of them each night, and CI those of changed code.
 */
export default defineConfig({
  test: {
    ...quick.test,
    include: [...NIGHTLY_TESTS, ...PROPERTY_TESTS],
    provide: { shareOfRuns: 1 },
    exclude: configDefaults.exclude,
    // One file at a time: they start servers with deadlines of seconds, which a busy machine misses.
    maxWorkers: 1,
  },
})
