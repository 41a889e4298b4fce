import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { startNodeHost } from '../api/node-target.ts'
import {
  chooseWallet,
  focusOf,
  makeKey,
  problemOf,
  signIn,
  statusWith,
  useAccount,
} from './account-page.ts'
import { overflowOf, violationsInBoth } from './page-checks.ts'
import { closeBrowserAtEnd, reload, type VisitOptions, visit } from './visit.ts'
import { ethereumWallet, solanaWallet, type TestWallet } from './wallets.ts'

closeBrowserAtEnd()

const ACCOUNT = '/account/'
const API = '**/account/api/'
const SESSION = '__Host-plimsoll-session'
const session = expect.objectContaining({ name: SESSION })

/** A refused request is in the console of the browser as well. */
const allow = /status of 4\d\d .*\/account\/api\//

const open = (wallet: TestWallet, options: VisitOptions = {}) =>
  visit(ACCOUNT, { ...options, prepare: wallet.install })

async function openSignedIn(options: VisitOptions = {}) {
  const wallet = ethereumWallet()
  const page = await open(wallet, options)
  await signIn(page, wallet)
  return { wallet, page }
}

describe('an account', () => {
  test.each([
    ['Ethereum', () => ethereumWallet()],
    ['Solana that composes the text', () => solanaWallet('signIn')],
    ['Solana that signs a text', () => solanaWallet('signMessage')],
  ])(
    'of a wallet of %s makes a key, sees it used, revokes it, and is deleted',
    async (_, create) => {
      const wallet = await create()
      const page = await open(wallet)
      await useAccount(page, wallet, inject('site'))
    },
  )

  test('is made with a keyboard alone', async () => {
    const wallet = ethereumWallet()
    const page = await open(wallet)
    await tabTo(page, 'Guillemot Wallet')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Signed in' }).waitFor()
    await tabTo(page, 'Make a key', async () => {
      if ((await focusOf(page)) === 'account-name') await page.keyboard.type('by keyboard')
    })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your new key, shown this once' }).waitFor()
    await tabTo(page, 'I have kept it')
    await page.keyboard.press('Enter')
    expect(await focusOf(page)).toBe('account-name')
    expect(await page.getByRole('row', { name: /by keyboard/ }).count()).toBe(1)
  })

  test('is taken out of a page that the browser keeps for Back, with a key that was shown once', async () => {
    const { wallet, page } = await openSignedIn()
    const key = await makeKey(page, 'kept')
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
    )
    const kept = await page.content()
    expect(kept).not.toContain(key)
    expect(kept).not.toContain(wallet.address)
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
    await page.getByRole('row', { name: /kept/ }).waitFor()
    expect(await page.content()).not.toContain(key)
  })

  test('is gone from every tab when one signs out', async () => {
    const { wallet, page } = await openSignedIn()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('heading', { name: 'Signed in' }).waitFor()
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Signed in' }).waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(wallet.address)
  })

  test('has five keys at most, and says so where the sixth is asked for', async () => {
    const { page } = await openSignedIn({ allow })
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await makeKey(page, name)
      await page.getByRole('button', { name: 'I have kept it' }).click()
    }
    expect(await page.getByText('5 of 5 keys in use.').isVisible()).toBe(true)
    await page.getByRole('textbox', { name: 'Name for you' }).fill('six')
    await page.getByRole('button', { name: 'Make a key' }).click()
    expect(await problemOf(page)).toMatch(/5|five/)
    expect(await page.getByRole('textbox', { name: 'Name for you' }).inputValue()).toBe('six')
  })

  test('warns before leaving a key that cannot be shown again', async () => {
    const { page } = await openSignedIn()
    await makeKey(page, 'one')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.goto(`${inject('site')}/`)
    expect(asked).toEqual(['beforeunload'])
  })
})

describe('signing in', () => {
  test('sends nothing before a wallet is chosen, and then only to this site', async () => {
    const wallet = ethereumWallet()
    const page = await open(wallet)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await reload(page)
    expect(asked.filter((path) => path.startsWith('/account/api'))).toEqual([])
    await signIn(page, wallet)
    expect(asked.filter((path) => path.startsWith('/account/api'))).toEqual([
      '/account/api/challenge',
      '/account/api/sign-in',
      '/account/api/account',
    ])
  })

  test('says which chains can, and goes on when the wallet has changed to one', async () => {
    const wallet = ethereumWallet()
    wallet.behaviour.chainId = '0x7a69'
    const page = await open(wallet, { allow })
    await chooseWallet(page, wallet)
    expect(await problemOf(page)).toContain('Switch your wallet to one of these chains: Ethereum,')
    wallet.behaviour.chainId = '0x2105'
    await signIn(page, wallet)
  })

  test.each([
    ['Ethereum', () => ethereumWallet()],
    ['Solana', () => solanaWallet('signMessage')],
  ])('that is rejected in a wallet of %s leaves the page as it was', async (_, create) => {
    const wallet = await create()
    wallet.behaviour.rejects = true
    const page = await open(wallet)
    await chooseWallet(page, wallet)
    expect(await problemOf(page)).toContain('Rejected in the wallet. Nothing was changed.')
    expect(await page.context().cookies()).not.toContainEqual(session)
    wallet.behaviour.rejects = false
    await signIn(page, wallet)
  })

  test('can be cancelled while the wallet does not answer', async () => {
    const wallet = ethereumWallet()
    wallet.behaviour.beforeSigning = () => new Promise(() => undefined)
    const page = await open(wallet)
    await chooseWallet(page, wallet)
    await page.getByText('sign the text for').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Cancelled. You are not signed in.').waitFor()
  })

  test('is refused when the message has expired', async () => {
    let late = 0
    const host = await startNodeHost({
      distDir: inject('distDir'),
      now: () => Date.now() + late,
      trustProxy: 'x-forwarded-for',
    })
    const wallet = ethereumWallet()
    wallet.behaviour.beforeSigning = () => {
      late = 5 * 60_000 + 1_000
    }
    const page = await open(wallet, { allow, site: host.baseUrl })
    await chooseWallet(page, wallet)
    expect(await problemOf(page)).toContain('The message expired before it was signed.')
    wallet.behaviour.beforeSigning = () => undefined
    await signIn(page, wallet)
    await host.stop()
  })
})

describe('a session', () => {
  test('that was ended in another browser ends here with the next action', async () => {
    const wallet = ethereumWallet()
    const [here, there] = [await open(wallet, { allow }), await open(wallet, { allow })]
    await signIn(here, wallet)
    await signIn(there, wallet)
    await there.getByRole('button', { name: 'Sign out everywhere' }).click()
    await there.getByRole('heading', { name: 'Sign in with a wallet' }).waitFor()
    await here.getByRole('button', { name: 'Read again' }).click()
    expect(await problemOf(here)).toContain('You are signed out.')
  })

  test('is not opened by a made-up cookie, and is closed to scripts', async () => {
    const { page } = await openSignedIn({ allow })
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const cookies = await page.context().cookies()
    const own = cookies.find(({ name }) => name === SESSION)
    expect(own).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    if (!own) return
    await page.context().addCookies([{ ...own, value: 'A'.repeat(own.value.length) }])
    await reload(page)
    expect(await problemOf(page)).toContain('You are signed out.')
  })

  test('of one account does not show the keys of another', async () => {
    const [one, other] = [ethereumWallet(), ethereumWallet()]
    const [first, second] = [await open(one), await open(other)]
    await signIn(first, one)
    await signIn(second, other)
    const key = await makeKey(second, 'theirs')
    await reload(first)
    expect(await first.getByText('0 of 5 keys in use.').isVisible()).toBe(true)
    expect(await first.content()).not.toContain('theirs')
    expect(await statusWith(inject('site'), key)).toBe(200)
  })
})

describe('the page', () => {
  test('says how wallets are found when there is none', async () => {
    const page = await visit(ACCOUNT)
    expect(await page.getByText('No wallet was found in this browser.').isVisible()).toBe(true)
    expect(await page.getByText('EIP-6963').isVisible()).toBe(true)
  })

  test('shows the names of wallets as text', async () => {
    const wallet = ethereumWallet('<img src=x onerror=alert(1)>')
    const page = await open(wallet)
    expect(await page.getByRole('button', { name: '<img src=x' }).count()).toBe(1)
    expect(await page.getByRole('main').locator('img').count()).toBe(0)
  })

  test('keeps what was entered when the service does not answer', async () => {
    const { page } = await openSignedIn({ allow: /ERR_CONNECTION_REFUSED/ })
    await page.route(`${API}**`, (route) => route.abort('connectionrefused'))
    await page.getByRole('textbox', { name: 'Name for you' }).fill('backend')
    await page.getByRole('button', { name: 'Make a key' }).click()
    expect(await problemOf(page)).toContain('The service did not answer.')
    expect(await page.getByRole('textbox', { name: 'Name for you' }).inputValue()).toBe('backend')
  })

  test('shows an account without a fault, wide and narrow, light and dark', async () => {
    const wallet = ethereumWallet()
    const page = await open(wallet, { width: 390 })
    const check = async () => {
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await overflowOf(page), `${width} px`).toEqual([])
      }
      expect(await violationsInBoth(page)).toEqual([])
    }
    await check()
    await signIn(page, wallet)
    await check()
    const key = await makeKey(page, 'a long name of a key, as long as one is')
    await check()
    await statusWith(inject('site'), key)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: /^Read again/ }).click()
        return page.locator('[data-month]').innerText()
      })
      .toMatch(/^1 request/)
    await page.getByRole('button', { name: /^Revoke a long/ }).click()
    await check()
  })
})

/** Presses Tab until the focus is on a button with this text. */
async function tabTo(page: Page, text: string, at: () => Promise<void> = async () => undefined) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    await at()
    const shown = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (shown.includes(text)) return
  }
  throw new Error(`No way by Tab to “${text}”.`)
}
