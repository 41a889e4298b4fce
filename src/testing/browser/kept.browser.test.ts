import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { overflowOf, violationsInBoth } from './page-checks.ts'
import { closeBrowserAtEnd, reload, settled, visit } from './visit.ts'

closeBrowserAtEnd()

const ADDRESS = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'

const protocols = (page: Page) => page.getByRole('table', { name: 'Watched protocols' })
const wallets = (page: Page) => page.getByRole('table', { name: /^Saved wallets/ })

async function watch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Watch', exact: false }).first().click()
  await page.getByRole('button', { name: /^Unwatch/ }).waitFor()
}

/** Scans a live wallet, which a test answers with the invented one. */
async function scanLive(page: Page): Promise<void> {
  const key = await page.locator('[data-sandbox]').getAttribute('data-sandbox')
  await page.route('**/account/api/scan', async (route) => {
    const headers = { 'X-API-Key': key ?? '' }
    const answer = await fetch(`${inject('site')}/v1/wallet/${ADDRESS}`, { headers })
    const text = (await answer.text()).replaceAll('"sandbox"', '"onchain"')
    await route.fulfill({ body: text })
  })
  await page.getByLabel('address or name').fill(ADDRESS)
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.getByRole('region', { name: 'Portfolio score' }).waitFor()
}

test('a protocol that is watched on its page is on the wallet page, with its score and feed, until it is removed', async () => {
  const page = await visit('/protocol/aave-v3/')
  await watch(page)
  await reload(page)
  await page.getByRole('button', { name: /^Unwatch/ }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.method() + request.url()))
  await page.goto(`${inject('site')}/wallet/#kept`)
  await settled(page)
  expect(asked.filter((each) => !each.startsWith('GET'))).toEqual([])
  const row = protocols(page).getByRole('row').nth(1)
  expect(await row.innerText()).toMatch(/Aave V3.*\d\.\d/s)
  const empty = page.getByText('Nothing is kept yet.')
  expect(await empty.isVisible()).toBe(false)
  const feed = await row.getByRole('link', { name: 'Feed' }).getAttribute('href')
  expect((await fetch(inject('site') + feed)).status).toBe(200)
  await row.getByRole('button', { name: 'Remove Aave V3' }).click()
  expect(await protocols(page).isVisible()).toBe(false)
  expect(await empty.isVisible()).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('plimsoll-kept'))).toBeNull()
})

test('what is dead is shown as dead, also when the scores cannot be read', async () => {
  const page = await visit('/protocol/multichain/', { allow: /503/ })
  await watch(page)
  await page.route('**/search.json', (route) => route.fulfill({ status: 503 }))
  await page.goto(`${inject('site')}/wallet/#kept`)
  await page.getByText('What is shown is what was seen last.').waitFor()
  expect(await protocols(page).getByRole('row').nth(1).innerText()).toMatch(/Multichain\s+Dead/)
})

test('a scan is saved, renewed, exported, removed and imported again', async () => {
  const page = await visit('/wallet/')
  await scanLive(page)
  await page.getByRole('button', { name: 'Save this wallet' }).click()
  await page
    .getByRole('button', { name: /^Watch / })
    .first()
    .click()
  expect(await wallets(page).getByRole('row').nth(1).innerText()).toContain(ADDRESS)
  expect(await protocols(page).getByRole('row').count()).toBe(2)
  await wallets(page)
    .getByRole('button', { name: /^Scan again/ })
    .click()
  await page.getByText('Renewed among your saved wallets.').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export (JSON)' }).click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    version: 1,
    wallets: [{ address: ADDRESS }],
  })
  await page.getByRole('button', { name: 'Remove all' }).click()
  expect(await wallets(page).isVisible()).toBe(false)
  await page.locator('#kept-file').setInputFiles(file)
  await page.getByText('The file was added').waitFor()
  expect(await wallets(page).getByRole('row').count()).toBe(2)
  await page
    .locator('#kept-file')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{') })
  expect(await page.locator('#kept').getByRole('alert').innerText()).toContain('not a watchlist')
})

test('of an imported file a score is not shown as ours, and a file with nothing to keep is refused', async () => {
  const page = await visit('/wallet/')
  const importFile = (protocols: object[]) => {
    const buffer = Buffer.from(JSON.stringify({ version: 1, protocols }))
    const file = { name: 'x.json', mimeType: 'application/json', buffer }
    return page.locator('#kept-file').setInputFiles(file)
  }
  await importFile([{ id: 'aave-v3', name: 'x', page: 'https://example.org/' }])
  expect(await page.locator('#kept').getByRole('alert').innerText()).toContain('not a watchlist')
  const seen = { day: '2026-10-04', score: 1 }
  await importFile([{ id: 'no-such', name: 'Safe', page: 'no-such', seen, before: null }])
  await page.getByText('Not listed').waitFor()
  expect(await protocols(page).getByRole('row').nth(1).innerText()).not.toContain('Very low')
})

async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new Error('refused')
      },
    })
  })
}

test('where storage is refused the button of a protocol says that it keeps nothing', async () => {
  const page = await visit('/protocol/lido/', { prepare: refuseStorage })
  await page.getByRole('button', { name: /^Watch/ }).click()
  await page.getByText('Unwatch (gone with this page)').waitFor()
})

test('where storage is refused the list lasts as long as the page, and says so', async () => {
  const page = await visit('/wallet/', { prepare: refuseStorage })
  await scanLive(page)
  await page.getByRole('button', { name: 'Save this wallet' }).click()
  expect(await wallets(page).getByRole('row').count()).toBe(2)
  expect(await page.getByText('This browser stores nothing').isVisible()).toBe(true)
})

test('is without a fault, wide and narrow, light and dark', async () => {
  const page = await visit('/protocol/aave-v3/')
  await watch(page)
  await page.goto(`${inject('site')}/wallet/`)
  await settled(page)
  await scanLive(page)
  await page.getByRole('button', { name: 'Save this wallet' }).click()
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowOf(page), `${width} px`).toEqual([])
  }
  expect(await violationsInBoth(page)).toEqual([])
})
