import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { builtSite, SITE } from '../../site/fixtures/built-site.ts'
import { closeBrowserAtEnd, type VisitOptions, visit } from './visit.ts'

// What people come for, each from the first screen with as many clicks as it may take. The scan of one's own wallet is in
// `wallet.browser.test.ts`, an account with a key in `account.browser.test.ts`, the overview of a chain in `places.browser.test.ts`.

closeBrowserAtEnd()

/** Opens the first screen. `clicks` counts those of a pointer: what Enter presses in a form is none. */
async function start(options: VisitOptions = {}): Promise<{ page: Page; clicks: () => number }> {
  let clicks = 0
  const prepare = async (page: Page) => {
    await options.prepare?.(page)
    await page.exposeFunction('countClick', () => {
      clicks += 1
    })
    await page.addInitScript(() => {
      const count = (window as unknown as { countClick: () => void }).countClick
      addEventListener('click', ({ detail }) => detail > 0 && count(), true)
    })
  }
  return { page: await visit('/', { ...options, prepare }), clicks: () => clicks }
}

/** Types into the large field and takes the first suggestion by Enter. */
async function find(page: Page, text: string): Promise<void> {
  const field = page.getByRole('main').locator('form[data-search] input')
  await field.pressSequentially(text)
  await page.getByRole('main').getByRole('option').first().waitFor()
  await field.press('ArrowDown')
  await Promise.all([page.waitForURL('**/protocol/*/'), field.press('Enter')])
}

const section = (page: Page, title: RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

test.each([
  ['pancke', 'PancakeSwap'],
  ['unsi', 'Uniswap'],
  ['makr', 'Maker|Sky'],
])('a sloppy name, %s, finds %s without a click', async (typed, wanted) => {
  const { page, clicks } = await start()
  await find(page, typed)
  expect(await page.locator('h1').innerText()).toMatch(new RegExp(wanted))
  expect(clicks()).toBe(0)
})

test('why Aave V3 has its score, what would lower it, and who can upgrade it after what delay is on its page without a click', async () => {
  const { page, clicks } = await start()
  await find(page, 'aave v3')
  const why = await section(page, /^Why \d/).innerText()
  expect(why).toMatch(/Smart Contract[\s\S]*Elevated[\s\S]*Kind losses/)
  const lower = await section(page, /^What would move it$/).innerText()
  expect(lower).toMatch(/A second independent price source[\s\S]*0\.\d\d lower/)
  const control = await section(page, /^Who can change it$/).innerText()
  expect(control).toMatch(/can change the code of PoolConfigurator on Ethereum/)
  expect(control).toMatch(/after a vote of 4 days and 1 day/)
  expect(clicks()).toBe(0)
})

test('four protocols are beside each other in six clicks', async () => {
  const { page, clicks } = await start()
  await page.getByRole('banner').getByRole('link', { name: 'Screener' }).click()
  await page.locator('#shown', { hasText: /^[\d,]+ of/ }).waitFor()
  const ticks = page.getByRole('checkbox', { name: /^Compare / })
  for (const at of [0, 1, 2, 3]) await ticks.nth(at).check()
  await page.getByRole('link', { name: /^Compare/ }).click()
  await page.waitForURL('**/compare/?ids=*')
  await page.getByRole('table').first().waitFor()
  expect(await page.getByRole('main').locator('thead th a').count()).toBe(4)
  expect(clicks()).toBeLessThanOrEqual(6)
  for (let left = 3; left >= 0; left -= 1) {
    expect(await page.getByRole('table').isVisible()).toBe(true)
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await page.locator('main thead th a').nth(left).waitFor({ state: 'detached' })
  }
  expect(await page.getByRole('table').isVisible()).toBe(false)
})

test('lending on Base with little oracle risk and $50m there is as many rows as the API has, in three clicks', async () => {
  const { page, clicks } = await start()
  await page.getByRole('banner').getByRole('link', { name: 'Screener' }).click()
  const shown = page.locator('#shown', { hasText: /^[\d,]+ of/ })
  await shown.waitFor()
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.locator('[name=chain][value=Base]').check()
  await filters.locator('[name=category][value=Lending]').check()
  await filters.locator('[name=minTvl]').selectOption('$50.0m')
  await filters.locator('[name=maxOracleRisk]').fill('5')
  await page.waitForURL(/maxOracleRisk=5/)
  const answer = await fetch(
    `${inject('site')}/v1/screener?chain=base&category=lending&maxOracleRisk=5`,
  )
  const { data } = (await answer.json()) as { data: { name: string; chainTvlUsd: number }[] }
  const wanted = data.filter(({ chainTvlUsd }) => chainTvlUsd >= 50_000_000)
  expect(wanted.length).toBeGreaterThan(0)
  await page.locator('#shown', { hasText: new RegExp(`^${wanted.length} of`) }).waitFor()
  expect(clicks()).toBeLessThanOrEqual(3)
})

const { pathOf } = builtSite({ site: SITE })

test('what changed this week, and why, is one click away', async () => {
  // Of two invented snapshots: the bundled sample has one, which can be compared with none.
  const serve = async (page: Page) => {
    await page.route(`${SITE}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      const file = pathOf(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
      return existsSync(file)
        ? route.fulfill({ path: file })
        : route.fulfill({ status: 404, body: '' })
    })
  }
  const { page, clicks } = await start({ site: SITE, prepare: serve })
  await page.getByRole('banner').getByRole('link', { name: 'Changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor()
  const text = await page.getByRole('main').innerText()
  expect(text).toContain('Between 13 Nov 2026 and 20 Nov 2026 40 scores changed')
  expect(text).toMatch(/1\.0 safer[\s\S]*Audits, 1\.20 safer\./)
  expect(clicks()).toBe(1)
})
