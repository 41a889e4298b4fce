import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { configDefaults, defineConfig } from 'vitest/config'

/** Half a minute or more; `npm run test:long` runs them, and `npm run test:all` everything. */
export const LONG_TESTS = ['src/testing/ninety-days/ninety-days.test.ts']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'data/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...testsWithoutTheirChain(), ...LONG_TESTS],
    setupFiles: ['scripts/test-setup.ts'],
    // By default one processor stays free, which on a small machine is half of it.
    maxWorkers: '100%',
    // No test measures time, so a busy machine may take its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

/** Tests of Solana, where LiteSVM has no binary (Windows): left out, and said. Never in CI, where they fail instead. */
function testsWithoutTheirChain(): string[] {
  try {
    createRequire(import.meta.url)('litesvm')
    return []
  } catch (error) {
    // biome-ignore lint/style/noProcessEnv: a test run alone asks whether it runs in CI.
    if (process.env.CI === 'true') throw error
    const tests = globSync('{src,scripts}/**/*.test.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('solana/svm-rpc.ts'),
    )
    const machine = `${process.platform}-${process.arch}`
    process.stderr.write(
      `LiteSVM has no binary for ${machine}: ${tests.length} test files skipped\n`,
    )
    return tests
  }
}
