import { describe, expect, test } from 'vitest'
import { closeBrowserAtEnd, SIZES, visit } from './visit.ts'

closeBrowserAtEnd()

/** Half of what counts as good (web.dev/cls). */
const MAX_SHIFT = 0.05

const PAGES = [
  '/',
  '/screener/',
  '/protocol/aave-v3/',
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

describe.each(SIZES)('on a screen of %i × %i', (width) => {
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
