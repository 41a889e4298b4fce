import { describe, expect, inject, test } from 'vitest'
import { overflowOf, violationsOf } from './page-checks.ts'
import { closeBrowserAtEnd, SIZES, visit } from './visit.ts'

closeBrowserAtEnd()

describe.each(inject('pages'))('$path', ({ path, status }) => {
  test('shows without a fault, wide and narrow, light and dark', async () => {
    const { page, faults, close } = await visit(path)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height })
        expect(await overflowOf(page), `${width} px, ${scheme}`).toEqual([])
      }
      expect(await violationsOf(page), scheme).toEqual([])
    }
    expect(await page.locator('h1').count()).toBe(1)
    expect(await page.title()).not.toBe('')
    expect(unexpected(faults, status)).toEqual([])
    await close()
  })

  test('reads without scripts', async () => {
    const { page, faults, close } = await visit(path, { scripts: false, width: 390 })
    expect(unexpected(faults, status)).toEqual([])
    const main = page.getByRole('main')
    expect(await main.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect((await main.innerText()).length).toBeGreaterThan(100)
    expect(await overflowOf(page)).toEqual([])
    await close()
  })
})

test.each([
  ['/screener/', 10],
  ['/screener/all/a/', 3],
  ['/protocol/aave-v3/', 6],
  ['/changes/', 1],
  ['/incidents/', 5],
  ['/methodology/', 6],
  ['/status/', 5],
  ['/docs/limits/', 2],
  ['/docs/wallet-coverage/', 90],
])('%s has its table without scripts', async (path, rows) => {
  const { page, close } = await visit(path, { scripts: false })
  const filled = page.getByRole('main').locator('table tr', { hasText: /\d/ })
  expect(await filled.count()).toBeGreaterThanOrEqual(rows)
  await close()
})

/** The browser reports the status of the page for unknown addresses as an error. */
function unexpected(faults: string[], status: number): string[] {
  return faults.filter((fault) => !(status === 404 && fault.includes(' 404 ')))
}
