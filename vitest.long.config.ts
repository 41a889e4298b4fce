import { defineConfig } from 'vitest/config'
import usual, { LONG_TESTS } from './vitest.config.ts'

/** The tests that take long, and no others. */
export default defineConfig({ test: { ...usual.test, include: LONG_TESTS, exclude: [] } })
