import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { closeBrowserAtEnd, SIZES, visit } from './visit.ts'

closeBrowserAtEnd()

test.each(SIZES)(
  'the overview of a chain is two clicks from the start, %i px wide and without scripts',
  async (width) => {
    const page = await visit('/', { width, scripts: false })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Risk map' }).click()
    await page.locator('#chains').getByRole('link', { name: 'Base', exact: true }).click()
    expect(new URL(page.url()).pathname).toBe('/chain/base/')
    const heads = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    expect(heads).toEqual(['Risk map', 'Levels', 'Lowest risk', 'Incidents'])
    expect(await page.locator('#levels').innerText()).toContain('of all protocols of the back-test')
    // Every cell of the picture with a protocol is a row beside it.
    const linksOf = (selector: string) =>
      page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const cells = await linksOf('.map a[href^="/protocol/"]')
    expect(cells.length).toBeGreaterThan(10)
    expect(await linksOf('#map table a')).toEqual(cells)
  },
)

test('a chain of a protocol leads to its overview, and that to its rows in the screener', async () => {
  const page = await visit('/protocol/aave-v3/')
  await page
    .locator('table.chains')
    .getByRole('link', { name: 'Base', exact: true })
    .first()
    .click()
  await page.waitForURL('**/chain/base/')
  const total = await page.locator('.facts dd').first().innerText()
  await page
    .locator('.title')
    .getByRole('link', { name: /in the screener$/ })
    .click()
  await page.waitForURL('**/screener/?chain=Base')
  await page.locator('#shown', { hasText: total }).waitFor()
})

test('without scripts, all protocols of a chain are a list one click from its page', async () => {
  const page = await visit('/chain/base/', { scripts: false })
  const total = await page.locator('.facts dd').first().innerText()
  await page.getByRole('link', { name: 'as a plain list' }).click()
  expect(new URL(page.url()).pathname).toBe('/screener/all/chain-base/')
  expect(await page.locator('tbody tr').count()).toBe(Number(total))
})

test('a cell of the map is a link to its protocol', async () => {
  const page = await visit('/category/lending/')
  await page.locator('.map a[href="/protocol/aave-v3/"] .rim').click()
  await page.waitForURL('**/protocol/aave-v3/')
})

/** The addresses of places that the names in a part of the page lead to, each once. */
async function placesIn(page: Page, selector: string): Promise<string[]> {
  const links = page.locator(`${selector} a`)
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(found)].filter((href) => /^\/(chain|category)\//.test(href))
}

/** Those of the addresses that are no page. */
async function missing(paths: readonly string[]): Promise<string[]> {
  const statuses = await Promise.all(
    paths.map(async (path) => (await fetch(inject('site') + path)).status),
  )
  return paths.filter((_, at) => statuses[at] !== 200)
}

test('every category in the rows of the screener leads to its page, also in rows that the script draws', async () => {
  const page = await visit('/screener/')
  await page.locator('#shown', { hasText: /^[\d,]+ of/ }).waitFor()
  const rows = '#rows tbody tr'
  const first = await placesIn(page, rows)
  for (const end of [false, true]) {
    if (end) await page.locator('#rows').evaluate((region) => region.scrollTo(0, 1e6))
    await page.waitForTimeout(100)
    const unlinked = page
      .locator(`${rows} .cat a:not([href])`)
      .filter({ hasNotText: 'No category' })
    expect(await unlinked.count()).toBe(0)
    expect(await missing(await placesIn(page, rows))).toEqual([])
  }
  expect(first.length).toBeGreaterThan(3)
  expect(await placesIn(page, rows)).not.toEqual(first)
})

test('arrow keys lead from a category to that of the next row', async () => {
  const page = await visit('/screener/')
  await page.locator('#shown', { hasText: /^[\d,]+ of/ }).waitFor()
  await page.locator('#rows .cat a').first().focus()
  await page.keyboard.press('ArrowDown')
  const second = page.locator('#rows tbody tr').nth(1).locator('.cat a')
  expect(await second.evaluate((link) => link === document.activeElement)).toBe(true)
})

test('the chains and the category of a comparison lead to their pages', async () => {
  const page = await visit('/compare/?ids=aave-v3,lido,curve-dex')
  await page.locator('#comparison thead a').first().waitFor()
  const paths = await placesIn(page, '#comparison')
  expect(paths).toEqual(
    expect.arrayContaining(['/chain/ethereum/', '/category/lending/', '/category/liquid-staking/']),
  )
  expect(await missing(paths)).toEqual([])
})

test('the chains of a scan lead to their pages', async () => {
  const page = await visit('/wallet/')
  await page.getByLabel('address or name').fill('0xd8da6bf26964af9d7eed9e03e53415d37aa96045')
  await page.getByText('Use a key, or the sandbox').click()
  await page.getByRole('button', { name: 'Use the public sandbox key' }).click()
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.getByRole('region', { name: 'Portfolio score' }).waitFor()
  for (const table of ['.holdings', '.approvals', '.seen']) {
    const paths = await placesIn(page, `#wallet-result ${table}`)
    expect(paths, table).toContain('/chain/ethereum/')
    expect(await missing(paths), table).toEqual([])
  }
})

test.each([
  ['/chain/', '/map/#chains'],
  ['/category/', '/map/#categories'],
])('%s leads to the list of all', async (path, list) => {
  const page = await visit(path)
  const { pathname, hash } = new URL(page.url())
  expect(pathname + hash).toBe(list)
  expect(await page.locator(hash).count()).toBe(1)
})
