import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { reload } from './visit.ts'
import type { TestWallet } from './wallets.ts'

/** What a person does on the account page. */

export async function chooseWallet(page: Page, wallet: TestWallet): Promise<void> {
  await page.getByRole('button', { name: wallet.name }).click()
}

export async function signIn(page: Page, wallet: TestWallet): Promise<void> {
  await chooseWallet(page, wallet)
  await page.getByRole('heading', { name: 'Signed in' }).waitFor()
}

/** Makes a key and returns it as it is shown. */
export async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Name for you' }).fill(name)
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByRole('heading', { name: 'Your new key, shown this once' }).waitFor()
  const key = await page.locator('[data-key]').innerText()
  expect(key).toMatch(/^dpk_(live|test)_[0-9A-Za-z]{36}$/)
  return key
}

/** Status of a request with a key, from an address of its own. */
export async function statusWith(site: string, key: string): Promise<number> {
  const headers = { 'X-API-Key': key, 'X-Forwarded-For': '198.19.0.1' }
  const response = await fetch(`${site}/v1/stats`, { headers })
  await response.arrayBuffer()
  return response.status
}

/** The problem that the page shows. */
export async function problemOf(page: Page): Promise<string> {
  const alert = page.getByRole('alert').filter({ hasText: /\w/ })
  await alert.waitFor()
  return alert.innerText()
}

/** From signing in to the last trace of the account: the whole of what the page is for. */
export async function useAccount(page: Page, wallet: TestWallet, site: string): Promise<void> {
  await signIn(page, wallet)
  expect(await focusOf(page)).toBe('account-who')
  expect(await page.getByText('0 of 5 keys in use.').isVisible()).toBe(true)

  const key = await makeKey(page, 'backend')
  expect(await focusOf(page)).toBe('account-shown')
  await page.getByRole('button', { name: 'Copy the key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  expect(await page.locator('[data-key-curl]').innerText()).toContain(`${key}' ${site}/v1/stats`)
  expect(await statusWith(site, key)).toBe(200)

  await page.getByRole('button', { name: 'I have kept it' }).click()
  expect(await page.content()).not.toContain(key)
  await expect
    .poll(
      async () => {
        await reload(page)
        return page.locator('[data-month]').innerText()
      },
      { timeout: 20_000 },
    )
    .toMatch(/^1 request in /)
  const row = page.getByRole('row', { name: /backend/ })
  expect(await row.innerText()).toContain('today')
  const month = page.getByRole('table', { name: 'Requests by day' })
  expect(await month.getByRole('row').count()).toBe(3)
  expect(await month.locator('tbody .share rect[width="100%"]').count()).toBe(1)

  await page.getByRole('button', { name: 'Revoke backend', exact: true }).click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Revoke it')
  await page.keyboard.press('Escape')
  expect(await statusWith(site, key)).toBe(200)
  await page.getByRole('button', { name: 'Revoke backend', exact: true }).click()
  await page.getByRole('button', { name: /^Revoke it: backend/ }).click()
  await page.getByText('“backend” is revoked').waitFor()
  await expect.poll(() => statusWith(site, key), { timeout: 5_000 }).toBe(401)

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in with a wallet' }).waitFor()
  await signIn(page, wallet)
  await page.getByLabel('Type the address to confirm').fill('0x1')
  await page.getByRole('button', { name: 'Delete the account' }).click()
  expect(await page.getByText('Nothing was deleted.').isVisible()).toBe(true)
  await page.getByLabel('Type the address to confirm').fill(wallet.address)
  await page.getByRole('button', { name: 'Delete the account' }).click()
  expect(await problemOf(page)).toContain('The account is deleted.')
}

/** Id of the element that has the focus. */
export function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.id ?? '')
}
