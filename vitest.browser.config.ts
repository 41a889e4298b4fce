import { defineConfig } from 'vitest/config'
import { findChromium } from './src/testing/browser/chromium.ts'
import quick, { BROWSER_TESTS } from './vitest.config.ts'

// biome-ignore lint/style/noProcessEnv: only a test run asks for the browser of this machine.
const chromium = findChromium(process.env)
if (chromium === null) {
  const message = 'no Chromium on the path or in PLIMSOLL_CHROMIUM'
  // biome-ignore lint/style/noProcessEnv: in CI the tests run or fail.
  if (process.env.CI === 'true') throw new Error(message)
  process.stderr.write(`The browser tests are skipped: ${message}.\n`)
}

/** Only the tests that look at the site with a browser. */
export default defineConfig({
  test: {
    ...quick.test,
    include: chromium === null ? [] : BROWSER_TESTS,
    exclude: ['node_modules'],
    passWithNoTests: chromium === null,
    globalSetup: ['src/testing/run-folder.ts', 'src/testing/browser/start-site.ts'],
    // One file at a time: pages wait for the processor, and Lighthouse measures it.
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
