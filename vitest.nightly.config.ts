import { configDefaults, defineConfig } from 'vitest/config'
import quick, { NIGHTLY_TESTS, PROPERTY_TESTS } from './vitest.config.ts'

/** CI asks for those of changed code alone, and gets a fifth of their examples. */
const shareOfRuns = process.argv.includes('--changed') ? 0.2 : 1

/**
 * The longest runs: many days, many faults, every recording, and all examples of the properties of which the quick tests try some. A
 * workflow runs all of them each night.
 */
export default defineConfig({
  test: {
    ...quick.test,
    include: [...NIGHTLY_TESTS, ...PROPERTY_TESTS],
    provide: { shareOfRuns },
    exclude: configDefaults.exclude,
    // One file at a time: they start servers with deadlines of seconds, which a busy machine misses.
    maxWorkers: 1,
  },
})
