import { defineConfig } from 'vitest/config'
import usual, { LONG_TESTS } from './vitest.config.ts'

/** Every test, with those that take long. */
export default defineConfig({
  test: {
    ...usual.test,
    exclude: usual.test?.exclude?.filter((name) => !LONG_TESTS.includes(name)) ?? [],
  },
})
