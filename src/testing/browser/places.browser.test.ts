import { expect, test } from 'vitest'
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

test('a cell of the map is a link to its protocol', async () => {
  const page = await visit('/category/lending/')
  await page.locator('.map a[href="/protocol/aave-v3/"] .rim').click()
  await page.waitForURL('**/protocol/aave-v3/')
})
