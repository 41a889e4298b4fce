import { describe, expect, inject, test } from 'vitest'
import { cutTextsOf, overflowOf, shiftOf, violationsOf, watchShifts } from './page-checks.ts'
import { isLikeAnother } from './site-pages.ts'
import { closeBrowserAtEnd, reload, SIZES, visit } from './visit.ts'

closeBrowserAtEnd()

/** Half of what counts as good (web.dev/cls). */
const MAX_SHIFT = 0.05

/** From the smallest phone that WCAG asks for (reflow) to a desk, in CSS pixels. */
const WIDTHS = [320, 390, 768, 1024, 1440]

/** Each night, and where it is asked for, pages that are like another are looked at in every size too. */
const isWhole = process.env.PLIMSOLL_EVERY_PAGE !== undefined

describe.each(inject('pages'))('$path', ({ path, status }) => {
  // The browser reports the status of the page for unknown addresses as an error.
  const options = status === 404 ? { allow: / 404 / } : {}
  const sizes = isWhole || !isLikeAnother(path) ? SIZES : SIZES.slice(-1)

  test('is steady, cuts nothing off and is without a fault, wide and narrow, light and dark', async () => {
    const page = await visit(path, { ...options, width: sizes[0]?.[0], prepare: watchShifts })
    for (const [at, [width, height]] of sizes.entries()) {
      if (at > 0) {
        await page.setViewportSize({ width, height })
        await reload(page)
      }
      let shift = await shiftOf(page)
      if (shift >= MAX_SHIFT) {
        // Twice: on a busy machine what comes late once may have come late by chance.
        await reload(page)
        shift = await shiftOf(page)
      }
      expect(shift, `${width} px`).toBeLessThan(MAX_SHIFT)
    }
    // A phone has targets for a finger; a desk has what is folded there. The page is not loaded again: axe takes twice as long on a new one.
    expect(await violationsOf(page), 'phone').toEqual([])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflowOf(page), `${width} px`).toEqual([])
      expect(await cutTextsOf(page), `${width} px`).toEqual([])
    }
    if (sizes.length > 1) expect(await violationsOf(page), 'desk').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violationsOf(page, true), 'dark').toEqual([])
    expect(await page.locator('h1').count()).toBe(1)
    expect(await page.title()).not.toBe('')
  })

  test('reads without scripts', async () => {
    const page = await visit(path, { ...options, scripts: false, width: 390 })
    const main = page.getByRole('main')
    expect(await main.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect((await main.innerText()).length).toBeGreaterThan(100)
    expect(await overflowOf(page)).toEqual([])
  })
})

test.each([
  ['/screener/', 10],
  ['/screener/all/a/', 3],
  ['/protocol/aave-v3/', 6],
  ['/incidents/', 5],
  ['/methodology/', 6],
  ['/status/', 5],
  ['/docs/limits/', 2],
  ['/docs/wallet-coverage/', 90],
])('%s has its table without scripts', async (path, rows) => {
  const page = await visit(path, { scripts: false })
  const filled = page.getByRole('main').locator('table tr', { hasText: /\d/ })
  expect(await filled.count()).toBeGreaterThanOrEqual(rows)
})
