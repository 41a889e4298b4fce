import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { closeBrowserAtEnd, reload, visit } from './visit.ts'

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
  expect(await page.locator('th[data-sort=tvl]').innerText()).toBe('Chain TVL')
  const inCategory = await shownRows(page)
  expect(inCategory).toBeLessThan(onBase)
  await reload(page)
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

test('a chain that is not in the list is named as such, until another is typed', async () => {
  const page = await visit('/screener/')
  await shownRows(page)
  const field = page.getByLabel('Add another chain')
  const said = () => field.evaluate((input: HTMLInputElement) => input.validationMessage)
  await field.fill('Nowhere')
  await field.press('Enter')
  expect(await said()).toBe('No chain has this name: choose one of the list.')
  await field.press('Backspace')
  expect(await said()).toBe('')
})

test('filters that cannot be applied are named, and cannot be set', async () => {
  const page = await visit('/screener/?level=high', {
    prepare: async (page) => {
      await page.route('**/rows.json', (route) => route.fulfill({ status: 503 }))
    },
    allow: /503/,
  })
  await page.getByText('The rows could not be loaded, so no filter is applied').waitFor()
  expect(await page.locator('.rail fieldset:enabled, .pick input:enabled').count()).toBe(0)
})

test('paper has every row, and the screen those in sight', async () => {
  const page = await visit('/screener/')
  const all = await shownRows(page)
  const drawnAt = (name: string) =>
    page.evaluate((event) => {
      dispatchEvent(new Event(event))
      return document.querySelectorAll('#rows tbody tr').length
    }, name)
  expect(await drawnAt('beforeprint')).toBe(all)
  expect(await drawnAt('afterprint')).toBeLessThan(100)
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

describe('on a phone', () => {
  const PHONE = { width: 390 }
  const first = '#rows tbody tr'

  test('the rows come first, and no more of them than a reader can pass', async () => {
    const page = await visit('/screener/', PHONE)
    const all = await shownRows(page)
    const top = await page.locator(first).first().boundingBox()
    expect(top?.y).toBeLessThan(320)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await height()
    expect(before).toBeLessThan(7_000)
    await page.getByRole('button', { name: `Show 100 more of ${all - 50}` }).click()
    expect(await height()).toBeGreaterThan(before + 5_000)
    const row = page.locator('#rows tbody tr', { has: page.locator('a:focus') })
    expect(await row.getAttribute('aria-rowindex')).toBe('52')
  })

  test('filters are set in a drawer, which Escape closes, and lifted by their chips', async () => {
    const page = await visit('/screener/', PHONE)
    const all = await shownRows(page)
    const unfold = page.getByRole('button', { name: 'Filter and sort' })
    const filters = page.getByRole('form', { name: 'Filters' })
    await unfold.focus()
    await page.keyboard.press('Enter')
    await filters.locator('[name=level][value=low]').check()
    await filters.locator('[name=chain][value=Base]').check()
    await page.keyboard.press('Escape')
    expect(await filters.isVisible()).toBe(false)
    expect(await unfold.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await unfold.innerText()).toBe('Filter and sort (2)')
    const passed = await shownRows(page)
    expect(passed).toBeLessThan(all)
    await page.getByRole('button', { name: 'Remove Chain: Base' }).click()
    expect(await shownRows(page)).toBeGreaterThan(passed)
    await page.getByRole('button', { name: 'Remove Level: Low' }).click()
    expect(await shownRows(page)).toBe(all)
    expect(await unfold.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('a drawer closes when the focus leaves it', async () => {
    const page = await visit('/screener/', PHONE)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Main' })
    expect(await menu.isVisible()).toBe(true)
    await menu.getByRole('link').last().focus()
    await page.keyboard.press('Tab')
    expect(await menu.isVisible()).toBe(false)
  })
})

test('two tabs from the top lead past the filters to the table', async () => {
  const page = await visit('/screener/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const region = page.getByRole('region', { name: 'Table of protocols' })
  expect(await region.evaluate((table) => table === document.activeElement)).toBe(true)
})
