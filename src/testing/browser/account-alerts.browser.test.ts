import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { AlertServices } from '../../account/account-api.ts'
import { readAlertTable } from '../../alerts/read-published.ts'
import { type Sender, sendChallenge } from '../../alerts/send.ts'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { echoOf } from '../alerts/echo.ts'
import { listen } from '../api/local-redis.ts'
import { type RunningHost, SECRET, startNodeHost } from '../api/node-target.ts'
import { aDeliveryTo } from '../api/webhook-contract.ts'
import { focusOf, signIn } from './account-page.ts'
import { overflowOf, violationsInBoth, violationsOf } from './page-checks.ts'
import { closeBrowserAtEnd, reload, SIZES, type VisitOptions, visit } from './visit.ts'
import { ethereumWallet } from './wallets.ts'

closeBrowserAtEnd()

let host: RunningHost
let answer = 200
const received: string[] = []
let isEchoing = true
const receiver = createServer(async (request, response) => {
  received.push(`${request.method} ${request.url}`)
  const echo = echoOf(Buffer.concat(await request.toArray()).toString())
  if (echo === null) response.writeHead(answer).end()
  else response.end(isEchoing ? echo : 'hello')
})
let address: string

const loadDocument = async (name: string): Promise<unknown> =>
  JSON.parse(readFileSync(path.join(inject('distDir'), '_data/live', name), 'utf8'))

/** A sender without retries: what is on the page is the subject here. */
const sender: Sender = {
  ...{ secret: SECRET, isLocal: true, now: Date.now },
  ...{ origin: 'https://risk.example', mail: null },
  lookup: () => Promise.reject(new Error('Tests look nothing up.')),
}
const alerts: AlertServices = {
  loadIndex: () => loadDocument('search.json'),
  loadTable: () => readAlertTable(loadDocument),
  sendChallenge: (webhook, token) =>
    webhook.form === 'json'
      ? sendChallenge(webhook, token, sender)
      : Promise.resolve({ at: new Date().toISOString(), status: 200, problem: null }),
  sendConfirmation: async () => ({ problem: null }),
  sendTest: async ({ url }) => {
    const at = new Date().toISOString()
    const { status } = await fetch(url, { method: 'POST' })
    const problem = status === 200 ? null : `The receiver answered with status ${status}.`
    return { at, status, problem }
  },
}

beforeAll(async () => {
  address = `http://127.0.0.1:${await listen(receiver)}/hook`
  host = await startNodeHost({
    distDir: inject('distDir'),
    state: openSqliteState(':memory:'),
    trustProxy: 'x-forwarded-for',
    alerts,
  })
})
afterAll(async () => {
  await host?.stop()
  receiver.close()
})

async function open(options: VisitOptions = {}) {
  const wallet = ethereumWallet()
  const { baseUrl: site } = host
  const page = await visit('/account/', { ...options, site, prepare: wallet.install })
  await signIn(page, wallet)
  return page
}

async function choose(page: Page, field: string, text: string): Promise<void> {
  await page.getByLabel(field).fill(text)
  await page.locator('.account-pick [role=option]:visible').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

async function make(page: Page): Promise<void> {
  await page.getByLabel('Address https; alerts are posted to it').fill(address)
  await choose(page, 'Add a protocol', 'aave v3')
  // A second press while it is saved makes no second webhook.
  await page.getByRole('button', { name: 'Save' }).dblclick()
  await page.getByText('The webhook is made.').waitFor()
}

const webhook = (page: Page) => page.locator('.account-webhook')

describe('a webhook', () => {
  test('is made for a protocol that was searched, tested, paused, changed and deleted', async () => {
    const page = await open()
    await page.getByText('No webhook yet.').waitFor()
    await make(page)
    expect(await webhook(page).innerText()).toContain(
      'Changes of level, incidents, and dependencies of aave-v3.',
    )

    answer = 200
    await page.getByRole('button', { name: `Send a test: ${address}` }).click()
    await page.getByText('Delivered: the receiver answered with status 200.').waitFor()
    expect(received.at(-1)).toBe('POST /hook')
    answer = 503
    await page.getByRole('button', { name: `Send a test: ${address}` }).click()
    await page.getByText('Not delivered. The receiver answered with status 503.').waitFor()

    expect(await page.content()).not.toContain('whsec_')
    await page.getByRole('button', { name: `Show the secret: ${address}` }).click()
    await page.getByRole('button', { name: 'Copy the secret' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^whsec_/)

    await page.getByRole('button', { name: `Pause: ${address}` }).click()
    await page.getByText('Paused: nothing is sent until you resume it.').waitFor()
    await page.getByRole('button', { name: `Change: ${address}` }).click()
    expect(await focusOf(page)).toBe('account-alert-url')
    await page.getByText('Thresholds', { exact: false }).first().click()
    await page.getByLabel('Score', { exact: true }).selectOption('Oracle')
    await page.getByLabel('Value, 0 to 10').fill('6.5')
    await choose(page, 'Of the protocol', 'morpho')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The webhook is changed.').waitFor()
    expect(await webhook(page).innerText()).toMatch(/Oracle of morpho\S* at 6\.5/)
    await page.getByRole('button', { name: `Resume: ${address}` }).click()
    await page.getByText('The webhook is in use again.').waitFor()

    await page.getByRole('button', { name: `Delete: ${address}` }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Delete: ${address}` }).click()
    await page.getByRole('button', { name: `Delete it: ${address}` }).click()
    await page.getByText('The webhook is deleted.').waitFor()
    expect(await webhook(page).count()).toBe(0)
  })

  test('whose address does not answer with the challenge is pending until it does', async () => {
    const page = await open()
    isEchoing = false
    await make(page)
    await page.getByText('Pending: nothing is sent until the address answers').waitFor()
    expect(await webhook(page).innerText()).toContain('It did not answer with the challenge.')
    expect(await page.getByRole('button', { name: `Send a test: ${address}` }).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    isEchoing = true
    await page.getByRole('button', { name: `Ask again: ${address}` }).click()
    await page.getByText('It agreed: alerts are sent to it').waitFor()
    expect(await page.getByRole('button', { name: `Send a test: ${address}` }).count()).toBe(1)
  })

  test('with a wrong address is not made, and what was entered stays', async () => {
    const page = await open({ allow: /status of 4\d\d .*\/account\/api\// })
    await choose(page, 'Add a protocol', 'aave v3')
    const field = page.getByLabel('Address https; alerts are posted to it')
    await field.fill('receiver.example')
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByText('Enter the whole address').isVisible()).toBe(true)
    expect(await focusOf(page)).toBe('account-alert-url')
    await field.fill('https://10.0.0.1/hook')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#account-alert-problem', { hasText: 'must be on the public' }).waitFor()
    expect(await focusOf(page)).toBe('account-alert-url')
    expect(await field.inputValue()).toBe('https://10.0.0.1/hook')
    expect(await page.getByRole('button', { name: 'Remove aave-v3' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Remove aave-v3' }).click()
    await field.fill(address)
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByText('Choose at least one protocol').isVisible()).toBe(true)
  })

  test.each([
    {
      form: 'Slack',
      label: 'Address of the incoming webhook',
      ...{ bad: 'https://hooks.slack.com/nothing', wrong: /^Enter https:\/\/hooks\.slack\.com/ },
      good: 'https://hooks.slack.com/services/T00000000/B00000000/secretsecretsecret7890',
      ...{ shown: 'Slack: https://hooks.slack.com/…7890', said: 'Send a test to it.' },
    },
    {
      ...{ form: 'E-mail', label: 'E-mail address', bad: 'me@local', wrong: /^Enter one address/ },
      ...{ good: 'person@example.org', shown: 'E-mail: person@example.org' },
      said: 'A mail was sent to the address',
    },
  ])(
    'of $form is made with a keyboard alone',
    async ({ form, label, bad, wrong, good, shown, said }) => {
      const page = await open({ allow: /status of 422 .*\/account\/api\// })
      await tabTo(page, 'account-alert-form')
      await page.keyboard.type(form)
      await tabTo(page, 'account-alert-url')
      await page.keyboard.type(bad)
      const field = page.getByLabel(label)
      await tabTo(page, 'account-alert-protocol')
      await page.keyboard.type('aave v3')
      await page.locator('.account-pick [role=option]:visible').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await tabTo(page, 'Save')
      await page.keyboard.press('Enter')
      const problem = page.locator('.field', { has: field }).locator('#account-alert-problem')
      await problem.filter({ hasText: wrong }).waitFor()
      expect(await focusOf(page)).toBe('account-alert-url')
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await field.getAttribute('aria-describedby')).toBe('account-alert-problem')
      expect(await field.inputValue()).toBe(bad)
      expect(await page.getByRole('button', { name: 'Remove aave-v3' }).count()).toBe(1)
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(good)
      await page.keyboard.press('Enter')
      await page.getByText(said, { exact: false }).first().waitFor()
      expect(await webhook(page).getByRole('heading').innerText()).toBe(shown)
      expect(await page.content()).not.toContain('secretsecret')
      expect(await page.locator('#account-alert-url').inputValue()).toBe('')
      expect(await violationsOf(page)).toEqual([])
    },
  )

  test('that fails says since when, and is resumed', async () => {
    const page = await open()
    await make(page)
    const record = (await host.state.listWebhooks()).at(-1)
    if (!record) throw new Error('no webhook')
    const delivery = aDeliveryTo(record)
    await host.state.addDeliveries([delivery], Date.now())
    const lastAttempt = { at: '2026-11-21T12:00:00.000Z', status: 503, problem: 'status 503' }
    const settled = { status: 'given-up', attempts: 9, dueAt: 0, lastAttempt } as const
    await host.state.settleDelivery(delivery, settled, Date.now())
    await host.state.updateWebhook(record.id, { stopped: 'failing' })
    await reload(page)
    const text = await webhook(page).innerText()
    expect(text).toContain('Stopped: alerts could not be delivered since 21 Nov 2026')
    await page.getByText('Last alerts (1)').click()
    expect(await webhook(page).innerText()).toContain('given up after 9 attempts. Status 503.')
    await page.getByRole('button', { name: `Resume: ${address}` }).click()
    await page.getByText('The webhook is in use again.').waitFor()
  })

  test('fits each size in both schemes, and axe finds nothing', async () => {
    const page = await open()
    await make(page)
    await page.getByRole('button', { name: `Show the secret: ${address}` }).click()
    await page.getByRole('button', { name: 'Copy the secret' }).waitFor()
    await page.getByRole('button', { name: `Change: ${address}` }).click()
    await page.locator('.account-thresholds summary').click()
    await choose(page, 'Of the protocol', 'aave v3')
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      expect(await violationsInBoth(page), `${width} px`).toEqual([])
      expect(await overflowOf(page), `${width} px`).toEqual([])
    }
  })
})

/** Presses Tab until the focus is on the element of this id, or on a button of this text. */
async function tabTo(page: Page, target: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    const focused = await page.evaluate(() => {
      const { id, textContent } = document.activeElement ?? {}
      return [id, textContent]
    })
    if (focused.includes(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No way by Tab to “${target}”.`)
}
