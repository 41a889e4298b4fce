import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const TESTS = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'data/**/*.test.ts']

/** Exhaustive tests: left out of `npm test`, run by `npm run test:long`. */
export const LONG_TESTS = TESTS.map((pattern) => pattern.replace('.test.ts', '.long.test.ts'))

/** Properties that `npm run test:nightly` tries again with all their examples. */
export const PROPERTY_TESTS = globSync('src/**/*.test.ts').filter((file) =>
  /(?:testing|\.\.)\/runs\.ts'/.test(readFileSync(file, 'utf8')),
)

/** The longest ones: left out of `npm run test:long` too, run by `npm run test:nightly`. */
export const NIGHTLY_TESTS = TESTS.map((pattern) => pattern.replace('.test.ts', '.nightly.test.ts'))

/** Tests that need Chromium: left out of `npm test`, run by `npm run test:browser`. */
export const BROWSER_TESTS = ['src/**/*.browser.test.ts']

export default defineConfig({
  test: {
    include: TESTS,
    exclude: [
      ...configDefaults.exclude,
      ...testsWithoutTheirChain(),
      ...LONG_TESTS,
      ...NIGHTLY_TESTS,
      ...BROWSER_TESTS,
    ],
    provide: { shareOfRuns: 0.1 },
    globalSetup: ['src/testing/run-folder.ts'],
    setupFiles: ['src/testing/refuse-network.ts'],
    // Files share the modules and the globals of a worker: a quarter of the processor time of a worker each.
    isolate: false,
    // Node strips the types and loads the modules: Vite would transform each, and each use of an import would go through a getter. Nothing is mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      // Files make much that is soon gone: a larger young generation takes a tenth of their processor time away.
      ...['--max-semi-space-size=64', '--min-semi-space-size=32', '--single-threaded-gc'],
      // Compiled modules are kept from run to run.
      ...['--import', path.resolve(import.meta.dirname, 'scripts/node-version.mjs')],
    ],
    // By default one processor stays free, which on a small machine is half of it. Tests of deadlines wait: one more has work meanwhile.
    maxWorkers: availableParallelism() + 1,
    // No test measures time, so a slow machine may take longer.
    testTimeout: 60_000,
    // One worker may wait for what another makes for all.
    hookTimeout: 120_000,
  },
})

/** Tests of Solana on a platform that LiteSVM has no binary for (Windows). In CI they fail instead. */
function testsWithoutTheirChain(): string[] {
  try {
    createRequire(import.meta.url)('litesvm')
    return []
  } catch (error) {
    // biome-ignore lint/style/noProcessEnv: only a test run asks whether it runs in CI.
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
