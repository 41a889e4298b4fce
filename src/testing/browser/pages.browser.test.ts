import { describe, expect, inject, test } from 'vitest'
import { overflowOf, violationsOf } from './page-checks.ts'
import { closeBrowserAtEnd, SIZES, visit } from './visit.ts'

closeBrowserAtEnd()

describe.each(inject('pages'))('$path', ({ path, status }) => {
  // The browser reports the status of the page for unknown addresses as an error.
  const options = status === 404 ? { allow: / 404 / } : {}

  test('shows without a fault, wide and narrow, light and dark', async () => {
    const page = await visit(path, options)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height })
        expect(await overflowOf(page), `${width} px, ${scheme}`).toEqual([])
      }
      expect(await violationsOf(page, scheme === 'dark'), scheme).toEqual([])
    }
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
