import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { closeBrowserAtEnd, visit } from './visit.ts'
import { ethereumWallet, solanaWallet } from './wallets.ts'

closeBrowserAtEnd()

const ADDRESS = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'

/** Fills the form with the public key and sends it. */
async function scan(page: Page): Promise<void> {
  await page.getByLabel('address or name').fill(ADDRESS)
  await page.getByText('Use a key, or the sandbox').click()
  await page.getByRole('button', { name: 'Use the public sandbox key' }).click()
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
}

test('nothing is sent before the form is, and then the address and the key go to this site alone', async () => {
  const page = await visit('/wallet/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  expect(await page.getByRole('main').innerText()).toContain(
    'Nothing is sent before you press a button that scans.',
  )
  await page.getByLabel('address or name').fill(ADDRESS)
  expect(asked.filter((url) => url.includes('/v1/'))).toEqual([])
  await scan(page)
  await page.getByRole('region', { name: 'Portfolio score' }).waitFor()
  expect(asked.filter((url) => !url.startsWith(inject('site')))).toEqual([])
  expect(page.url()).not.toContain(ADDRESS)
})

test('the sandbox key shows the risk of a portfolio and its positions, and says that they are invented', async () => {
  const page = await visit('/wallet/')
  await scan(page)
  const score = page.getByRole('region', { name: 'Portfolio score' })
  await score.waitFor()
  expect(await score.innerText()).toMatch(/\d\.\d/)
  const positions = page.getByRole('table', { name: 'Positions by protocol' })
  expect(await positions.getByRole('row').count()).toBeGreaterThan(3)
  expect(await page.getByText('Invented data.').isVisible()).toBe(true)
})

test('the loan, its distance to liquidation, what is locked, the account, the sums of a chain and what is never looked at are on the page', async () => {
  const page = await visit('/wallet/')
  await scan(page)
  const positions = page.getByRole('table', { name: 'Positions by protocol' })
  await positions.waitFor()
  const text = (await positions.innerText()).replaceAll(/[\u2068\u2069]/g, '')
  expect(text).toContain('Loan: LTV 36\u00a0% of 80\u00a0%, liquidated at 1,500 SUSD.')
  expect(text).toContain('Leverage 1.6×: liquidated when wrETH falls 55 % against SUSD.')
  expect(text).toContain('It cannot be withdrawn before 2026-03-01 12:00 UTC.')
  const warnings = await page.locator('#wallet-warnings').innerText()
  expect(warnings).toContain('Kittiwake Lend: leverage 5.7×; liquidated when SUSD falls 2.9 %')
  expect(text).toContain('Held by the account 0x5ca1ab1e')
  const chains = await page.getByRole('table', { name: 'Chains of the scan' }).innerText()
  expect(chains).toMatch(/protocols?: \$[\d,.]+k? in assets/)
  // Invented protocols are in no graph, and a section without a line is not shown.
  const standing = page.locator('#wallet-stands-on')
  expect(await standing.isVisible()).toBe((await standing.locator('li').count()) > 0)
  await page.getByText('1 gap that we know of').click()
  expect(await page.getByText('Only the invented protocols exist here.').isVisible()).toBe(true)
  expect(await page.getByText('From this site: Hyperliquid').isVisible()).toBe(true)
})

test('an outage is a problem and not a wallet without positions', async () => {
  const page = await visit('/wallet/', { allow: /ERR_CONNECTION_REFUSED/i })
  await page.route('**/v1/wallet/**', (route) => route.abort('connectionrefused'))
  await scan(page)
  await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  expect(await page.getByRole('region', { name: 'Portfolio score' }).isVisible()).toBe(false)
  expect(await page.getByLabel('address or name').inputValue()).toBe(ADDRESS)
})

/** Answers scans of the page as the service does, after a while, with the invented wallet. */
async function answerScans(page: Page): Promise<{ asked: unknown[] }> {
  const asked: unknown[] = []
  const key = await page.locator('[data-sandbox]').getAttribute('data-sandbox')
  await page.route('**/account/api/scan', async (route) => {
    asked.push(route.request().postDataJSON())
    const headers = { 'X-API-Key': key ?? '' }
    const answer = await fetch(`${inject('site')}/v1/wallet/${ADDRESS}`, { headers })
    await route.fulfill({
      headers: { 'X-RateLimit-Remaining': '2', 'X-RateLimit-Limit': '3' },
      body: await answer.text(),
    })
  })
  return { asked }
}

test.each([
  ['ethereum', async () => ethereumWallet()],
  ['solana', () => solanaWallet('signIn')],
] as const)('a visitor scans the connected wallet of %s in one click', async (_, make) => {
  const wallet = await make()
  const page = await visit('/', { prepare: wallet.install })
  await page.getByRole('link', { name: 'Connect' }).click()
  await page.waitForURL('**/wallet/#connect')
  const { asked } = await answerScans(page)
  const own = page.getByRole('button', { name: 'Scan my wallet' })
  await own.waitFor()
  expect(await own.evaluate((each) => each === document.activeElement)).toBe(true)
  await own.click()
  await page.getByRole('region', { name: 'Portfolio score' }).waitFor()
  expect(asked).toEqual([{ address: wallet.address }])
  expect(await page.getByText('2 scans of 3 left today.').isVisible()).toBe(true)
})

test('of two wallets a visitor chooses one', async () => {
  const [first, second] = [ethereumWallet(), await solanaWallet('signMessage')]
  const page = await visit('/wallet/', {
    prepare: async (each) => {
      await first.install(each)
      await second.install(each)
    },
  })
  const { asked } = await answerScans(page)
  await page.getByRole('button', { name: 'Scan my wallet' }).click()
  await page.getByRole('button', { name: second.name }).click()
  await page.getByRole('region', { name: 'Portfolio score' }).waitFor()
  expect(asked).toEqual([{ address: second.address }])
})

test('without a wallet the page says why, and with a wallet that refuses it scans nothing', async () => {
  const page = await visit('/wallet/')
  const { asked } = await answerScans(page)
  await page.getByRole('button', { name: 'Scan my wallet' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('No wallet was found')
  expect(asked).toEqual([])
})

test('without nodes the service itself says that the wallet cannot be scanned, and takes nothing', async () => {
  const page = await visit('/wallet/', { allow: /40\d|50\d|429/ })
  await page.getByLabel('address or name').fill('0x')
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  expect(await page.locator('#wallet-address-problem').innerText()).toContain('must be an EVM')
})
