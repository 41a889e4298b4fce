import { describe, expect, inject, test } from 'vitest'
import { closeBrowserAtEnd, visit } from './visit.ts'

closeBrowserAtEnd()

/** A page whose search field has its keys. */
async function visitWithKeys() {
  const page = await visit('/methodology/')
  await page.locator('form[data-search] [role=combobox]').waitFor()
  return page
}

test('typing finds a protocol, arrows choose it and Enter opens its page', async () => {
  const page = await visit('/methodology/')
  const field = page
    .getByRole('banner')
    .getByRole('searchbox')
    .or(page.getByRole('combobox'))
    .first()
  await field.click()
  await field.pressSequentially('aave v3')
  const option = page.getByRole('option', { name: /^Aave V3/ }).first()
  await option.waitFor()
  await field.press('ArrowDown')
  expect(await field.getAttribute('aria-activedescendant')).not.toBeNull()
  await Promise.all([page.waitForURL('**/protocol/aave-v3/'), field.press('Enter')])
  expect(await page.locator('h1').innerText()).toContain('Aave V3')
})

test('the page of results says that it is loading', async () => {
  const page = await visit('/methodology/')
  await page.route('**/search.json', () => undefined)
  await page.goto(`${inject('site')}/search/?q=aave`)
  await page.getByText('Loading …').waitFor()
})

test('a slash goes to the field, and Enter to the only protocol of that name', async () => {
  const page = await visitWithKeys()
  await page.keyboard.press('/')
  const field = page.locator('form[data-search] input:focus')
  await field.pressSequentially('steth')
  await page.getByRole('option', { name: /^Lido/ }).first().waitFor()
  await Promise.all([page.waitForURL('**/protocol/lido/'), field.press('Enter')])
})

test('an address leads to the scan of the wallet, and is sent to no one on the way', async () => {
  const page = await visitWithKeys()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.keyboard.press('Control+k')
  const field = page.locator('form[data-search] input:focus')
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  await field.pressSequentially(address)
  const option = page.getByRole('option', { name: `Scan this wallet ${address}` })
  await option.waitFor()
  await page.getByRole('banner').getByRole('status').filter({ hasText: '1 result.' }).waitFor()
  await Promise.all([page.waitForURL('**/wallet/#address=*'), field.press('Enter')])
  expect(await page.getByLabel('Address or name').inputValue()).toBe(address)
  expect(asked.filter((url) => new URL(url).href.split('#')[0]?.includes('0xd8'))).toEqual([])
})

test('the address of a contract leads to its protocol, which is asked for once', async () => {
  const page = await visitWithKeys()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.keyboard.press('/')
  const field = page.locator('form[data-search] input:focus')
  // The token of staked ether.
  await field.pressSequentially('0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84')
  await page.getByRole('option', { name: /^Lido .*contract on Ethereum/ }).waitFor()
  expect(asked.filter((path) => path.startsWith('/addresses/'))).toHaveLength(1)
  expect(await page.getByRole('option').first().innerText()).toContain('Scan this wallet')
  await Promise.all([page.waitForURL('**/protocol/lido/'), field.press('Enter')])
})

test('a chain and a category are found, and Enter opens the only one of that name', async () => {
  const page = await visit('/search/?q=liquid%20staking')
  const category = page.getByRole('listitem').filter({ hasText: /Category, \d+ protocols/ })
  await category.getByRole('link', { name: 'Liquid Staking', exact: true }).waitFor()
  const field = page.locator('form[data-search] input')
  await field.fill('ethereum')
  await page.getByRole('option', { name: /^Ethereum Chain, \d+ protocols/ }).waitFor()
  await Promise.all([page.waitForURL('**/chain/ethereum/'), field.press('Enter')])
})

test('a typing error is answered with a guess, and nonsense with a sentence', async () => {
  const page = await visit('/search/?q=uniswop')
  const main = page.getByRole('main')
  await main.locator('[data-results-guess]').waitFor()
  expect(
    await main
      .getByRole('listitem')
      .filter({ hasText: /uniswap/i })
      .count(),
  ).toBeGreaterThan(0)
  await page.goto(`${inject('site')}/search/?q=qqqqzzzzxxxx`)
  await main.locator('[data-results-status]', { hasText: 'No match.' }).waitFor()
})

describe('an address that no page has', () => {
  test('of a mistyped protocol offers those that are most like it', async () => {
    const page = await visit('/protocol/aavee-v3/', { allow: / 404 / })
    const offered = page.getByRole('status').getByRole('link')
    await offered.first().waitFor()
    expect(await offered.first().innerText()).toBe('Aave V3')
  })

  test('that is the id of a protocol, spelt otherwise than its page, opens the page', async () => {
    const page = await visit('/protocol/lorenzo-susd1+/')
    expect(new URL(page.url()).pathname).toBe('/protocol/lorenzo-susd1~2b/')
  })
})
