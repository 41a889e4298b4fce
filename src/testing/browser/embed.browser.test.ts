import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { overflowOf, violationsInBoth } from './page-checks.ts'
import { closeBrowserAtEnd, settled, visit } from './visit.ts'

closeBrowserAtEnd()

const CARD = '/embed/aave-v3/'

/** A third-party site: what its page frames is in the query. */
const other = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://x').searchParams
  response.setHeader('Content-Type', 'text/html')
  if (query.has('isolated')) response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
  response.end(
    `<!doctype html><title>Other</title><link rel="icon" href="data:,">${query.get('html')}`,
  )
})
let origin = ''

beforeAll(async () => {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => {
  other.close()
  other.closeAllConnections()
})

test('a card of 300 to 600 pixels needs no scroll bar and has no fault', async () => {
  const page = await visit(CARD)
  for (const width of [600, 480, 320, 300]) {
    await page.setViewportSize({ width, height: 240 })
    expect(await overflowOf(page), `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(240)
    expect(await violationsInBoth(page), `${width} px`).toEqual([])
  }
})

test.each(['', '&isolated'])(
  'the answer of oEmbed shows the card on another site%s, and its link opens the page',
  async (isolated) => {
    const site = inject('site')
    const answer = await fetch(
      `${site}/oembed?url=${encodeURIComponent(`${site}/protocol/aave-v3/`)}`,
    )
    expect(answer.status).toBe(200)
    const { html } = await answer.json()
    const page = await visit(`/?html=${encodeURIComponent(html)}${isolated}`, {
      site: origin,
      allow: /\/embed\//,
    })
    const frame = page.frameLocator('iframe')
    expect(await frame.locator('h1').innerText()).toBe('Aave V3')
    // The style has arrived in the sandbox.
    const display = await frame.locator('main').evaluate((main) => getComputedStyle(main).display)
    expect(display).toBe('grid')
    const opened = page.waitForEvent('popup')
    await frame.locator('h1 a').click()
    await (await opened).waitForURL(`${site}/protocol/aave-v3/`)
  },
)

test('no other page is shown in a frame', async () => {
  const html = `<iframe src="${inject('site')}/protocol/aave-v3/"></iframe>`
  const page = await visit(`/?html=${encodeURIComponent(html)}`, {
    site: origin,
    allow: /protocol\/aave-v3\/|Refused to display/,
  })
  expect(await page.frameLocator('iframe').locator('h1 bdi').count()).toBe(0)
})

test('the page of a protocol has the snippets of its badge and card', async () => {
  const page = await visit('/protocol/aave-v3/')
  const codes = await page.locator('#use details code').allTextContents()
  expect(codes.some((code) => code.includes(`<iframe src="${inject('site')}${CARD}"`))).toBe(true)
  expect(codes.some((code) => code.startsWith('[![Plimsoll risk score of Aave V3]'))).toBe(true)
})

test('Back leads to the rows of the screener that were left', async () => {
  const page = await visit('/screener/')
  const place = () =>
    page.evaluate(() => [document.querySelector('#rows')?.scrollTop ?? 0, scrollY] as const)
  await page.locator('tbody tr').first().hover()
  await page.mouse.wheel(0, 3_000)
  await page.waitForTimeout(500)
  const before = await place()
  expect(before[0] + before[1]).toBeGreaterThan(1_000)
  const href = await page.evaluate(() => {
    const { left, top, height } = (
      document.querySelector('#rows') as Element
    ).getBoundingClientRect()
    const row = document.elementFromPoint(left + 200, top + height / 2)?.closest('tr')
    return row?.querySelector('a')?.getAttribute('href')
  })
  await page.locator(`tbody a[href="${href}"]`).click()
  await page.waitForURL('**/protocol/**')
  await page.goBack()
  await settled(page)
  await expect.poll(place).toEqual(before)
})
