import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { shiftOf, watchShifts } from './page-checks.ts'
import { closeBrowserAtEnd, SIZES, visit } from './visit.ts'

closeBrowserAtEnd()

/** Half of what counts as good (web.dev/cls). */
const MAX_SHIFT = 0.05

/** What moves later than this after a key or a click counts, as in browsers. */
const SETTLED_MS = 700

/** A page, and what a reader does there. `pages.browser.test.ts` looks at each page while it loads. */
const DOINGS: [path: string, what: string, act: (page: Page) => Promise<void>][] = [
  [
    '/methodology/',
    'a search is typed',
    async (page) => {
      await page.locator('.mast input[name=q]').pressSequentially('aave')
      await page.getByRole('option').first().waitFor()
    },
  ],
  [
    '/screener/',
    'a filter is set and lifted',
    async (page) => {
      const unfold = page.getByRole('button', { name: 'Filter and sort' })
      if (await unfold.isVisible()) await unfold.click()
      await page.locator('#filters [name=level][value=low]').check()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remove Level: Low' }).click()
    },
  ],
  [
    '/screener/?chain=base&level=low&maxOracleRisk=7',
    'filters come with the address',
    async () => {},
  ],
  [
    '/compare/?ids=aave-v3,lido',
    'a protocol is added',
    async (page) => {
      await page.getByLabel('Add a protocol').fill('morpho-blue')
      // On a phone the suggestions lie over the button.
      await page.getByLabel('Add a protocol').press('Enter')
      await page.getByRole('button', { name: 'Remove Morpho Blue' }).waitFor()
    },
  ],
]

const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'

/** Longer than what moves counts as a reader's doing (500 ms). */
const ANSWER_MS = 1_500

/** Scans with the sandbox key, whose answer comes late or not at all; returns what moved in all. */
async function shiftOfScan(width: number, fails: boolean): Promise<number> {
  const page = await visit('/wallet/', {
    width,
    ...(fails && { allow: /ERR_CONNECTION_REFUSED/i }),
    prepare: watchShifts,
  })
  await page.route('**/v1/wallet/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    await (fails ? route.abort('connectionrefused') : route.continue())
  })
  await page.getByLabel('address or name').fill(WALLET)
  await page.getByText('Use a key, or the sandbox').click()
  await page.getByRole('button', { name: 'Use the public sandbox key' }).click()
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  if (fails) await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  else await page.getByRole('region', { name: 'Portfolio score' }).waitFor()
  await page.waitForTimeout(600)
  return shiftOf(page)
}

describe.each(SIZES)('on a screen of %i × %i', (width) => {
  test.each([
    ['the result of a scan', false],
    ['the problem of a scan', true],
  ])('hardly anything moves when %s comes', async (_, fails) => {
    expect(await shiftOfScan(width, fails)).toBeLessThan(MAX_SHIFT)
  })

  test.each(DOINGS)('hardly anything of %s moves by itself when %s', async (path, _, act) => {
    const page = await visit(path, { width, prepare: watchShifts })
    await act(page)
    await page.waitForTimeout(SETTLED_MS)
    expect(await shiftOf(page)).toBeLessThan(MAX_SHIFT)
  })
})
