import { describe, expect, test } from 'vitest'
import { closeBrowserAtEnd, SIZES, visit } from './visit.ts'

closeBrowserAtEnd()

/** Half of what counts as good (web.dev/cls). */
const MAX_SHIFT = 0.05

const PAGES = [
  '/',
  '/screener/',
  '/protocol/aave-v3/',
  '/chain/base/',
  '/wallet/',
  '/account/',
  '/compare/?ids=aave-v3,lido,morpho-blue',
  '/docs/scan-a-wallet/',
]

/** Adds up what moves without a reader's doing, until the page is read. */
function observeShifts(): void {
  const sums: { shift: number } & typeof globalThis = Object.assign(globalThis, { shift: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = Object.assign(
        { value: 0, hadRecentInput: false },
        entry.toJSON(),
      )
      if (!hadRecentInput) sums.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'

/** Longer than what moves counts as a reader's doing (500 ms). */
const ANSWER_MS = 1_500

/** Scans with the sandbox key, whose answer comes late or not at all; returns what moved in all. */
async function shiftOfScan(width: number, fails: boolean): Promise<number> {
  const page = await visit('/wallet/', {
    width,
    ...(fails && { allow: /ERR_CONNECTION_REFUSED/i }),
    prepare: async (each) => {
      await each.addInitScript(observeShifts)
    },
  })
  await page.route('**/v1/wallet/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    await (fails ? route.abort('connectionrefused') : route.continue())
  })
  await page.getByLabel('address or name').fill(WALLET)
  await page.getByText('Use a key, or the sandbox').click()
  await page.getByRole('button', { name: 'Use the public sandbox key' }).click()
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  if (fails) await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  else await page.getByRole('region', { name: 'Portfolio score' }).waitFor()
  await page.waitForTimeout(600)
  return page.evaluate(() => Object(globalThis).shift)
}

describe.each(SIZES)('on a screen of %i × %i', (width) => {
  test.each([
    ['the result of a scan', false],
    ['the problem of a scan', true],
  ])('hardly anything moves when %s comes', async (_, fails) => {
    expect(await shiftOfScan(width, fails)).toBeLessThan(MAX_SHIFT)
  })

  test.each(PAGES)('hardly anything of %s moves while it loads', async (path) => {
    const page = await visit(path, {
      width,
      prepare: async (each) => {
        await each.addInitScript(observeShifts)
      },
    })
    const shift = await page.evaluate(() => Object(globalThis).shift)
    expect(shift).toBeLessThan(MAX_SHIFT)
  })
})
