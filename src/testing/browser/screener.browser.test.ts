import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeBrowserAtEnd, visit } from './visit.ts'

closeBrowserAtEnd()

const DIGITS = /^([\d,]+) of ([\d,]+)$/

/** Rows that pass the filters, as the page says. */
async function shownRows(page: Page): Promise<number> {
  // Before the script has the rows, it says "The 50 largest of …".
  await page.locator('#shown', { hasText: DIGITS }).waitFor()
  const [, rows = ''] = DIGITS.exec(await page.locator('#shown').innerText()) ?? []
  return Number(rows.replaceAll(',', ''))
}

test('filters go into the address, which gives them back after a reload and with the back button', async () => {
  const page = await visit('/screener/')
  const all = await shownRows(page)
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.locator('[name=chain][value=Base]').check()
  await page.waitForURL(/chain=base/i)
  const onBase = await shownRows(page)
  expect(onBase).toBeGreaterThan(0)
  expect(onBase).toBeLessThan(all)
  await filters.locator('[name=category]').first().check()
  await page.waitForURL(/category=/)
  const inCategory = await shownRows(page)
  expect(inCategory).toBeLessThan(onBase)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await shownRows(page)).toBe(inCategory)
  expect(await filters.locator('[name=chain][value=Base]').isChecked()).toBe(true)
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('category='))
  expect(await shownRows(page)).toBe(onBase)
})

test('the command gives as many rows as the table, and the file has them too', async () => {
  const page = await visit('/screener/?maxOracleRisk=5&chain=ethereum')
  const rows = await shownRows(page)
  expect(rows).toBeGreaterThan(0)
  const [, address = ''] = /^curl "([^"]+)"$/.exec(await page.locator('#curl').innerText()) ?? []
  const answer = (await (await fetch(address)).json()) as { meta: { total: number } }
  expect(answer.meta.total).toBe(rows)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(rows + 1)
})

test('a head sorts the table, and arrow keys move between its rows', async () => {
  const page = await visit('/screener/')
  await shownRows(page)
  await page.getByRole('columnheader', { name: 'Protocol' }).getByRole('button').click()
  await page.waitForURL(/sort=name/)
  expect(await page.locator('th[data-sort=name]').getAttribute('aria-sort')).toBe('ascending')
  const links = page.locator('#rows tbody th a')
  const [first = '', second = ''] = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  )
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('href'))
  expect(focused).toBe(second)
  expect(focused).not.toBe(first)
})

test('filters that nothing passes say so and offer to lift one', async () => {
  const page = await visit('/screener/?q=qqqqzzzz&level=low')
  await page.getByText('No protocol passes these filters.').waitFor()
  await page.getByRole('button', { name: /^Lift / }).click()
  expect(await shownRows(page)).toBeGreaterThan(0)
})

test('two ticked protocols lead to their comparison, of which one is taken out', async () => {
  const page = await visit('/screener/')
  await shownRows(page)
  const ticks = page.getByRole('checkbox', { name: /^Compare / })
  await ticks.nth(0).check()
  await ticks.nth(1).check()
  await page.getByRole('link', { name: 'Compare 2 protocols' }).click()
  await page.waitForURL(/\/compare\/\?ids=[^,]+,[^,]+$/)
  const table = page.getByRole('region', { name: 'Comparison' }).getByRole('table')
  await table.waitFor()
  const heads = table.locator('thead a[href^="/protocol/"]')
  expect(await heads.count()).toBe(2)
  await table
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect.poll(() => heads.count()).toBe(1)
})
