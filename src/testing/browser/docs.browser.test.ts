import { expect, inject, test } from 'vitest'
import { closeBrowserAtEnd, visit } from './visit.ts'

closeBrowserAtEnd()

test('the console sends a request with the sandbox key and shows the answer', async () => {
  const page = await visit('/docs/console/')
  await page.getByRole('button', { name: 'Use the public sandbox key' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(/^200 /).waitFor()
  expect(await page.locator('[data-body]').innerText()).toContain('"success": true')
})

test.each(inject('pages').filter(({ status }) => status === 200))(
  'every command that $path shows finds something',
  async ({ path }) => {
    const site = inject('site')
    const text = await (await fetch(site + path)).text()
    const local = new RegExp(
      `curl (?:-s )?(?:"|&quot;)?((?:${site}|http://localhost:8888)/v1[^"&\\s<]*)`,
      'g',
    )
    const addresses = [...text.matchAll(local)].map(([, address = '']) => address)
    for (const address of new Set(addresses)) {
      const response = await fetch(address.replace('http://localhost:8888', site))
      // Endpoints that need a key are asked with one in scripts/documented-commands.long.test.ts.
      if (response.status === 401) continue
      const answer = (await response.json()) as { success: boolean; data: unknown }
      expect(answer, address).toMatchObject({ success: true })
      if (Array.isArray(answer.data)) expect(answer.data.length, address).toBeGreaterThan(0)
    }
  },
)

test('the feeds can be parsed and have entries', async () => {
  const page = await visit('/changes/')
  for (const path of ['/changes.atom', '/incidents.atom', '/changes.json', '/incidents.json']) {
    const entries = await page.evaluate(async (address) => {
      const response = await fetch(address)
      const text = await response.text()
      if (address.endsWith('.json')) return (JSON.parse(text) as { items: unknown[] }).items.length
      const feed = new DOMParser().parseFromString(text, 'application/xml')
      return feed.querySelector('parsererror') ? -1 : feed.querySelectorAll('entry').length
    }, path)
    expect(entries, path).toBeGreaterThan(path.startsWith('/incidents') ? 0 : -1)
  }
})

test('the status page says how old the snapshot is, and asks again', async () => {
  const page = await visit('/status/')
  const said = page.locator('[data-health]', { hasText: /The API answers.* old/ })
  await said.waitFor()
  await page.route('**/v1/health', (route) => route.fulfill({ json: {} }))
  await said.getByRole('button', { name: 'Ask again' }).click()
  await said.waitFor({ state: 'detached' })
})

test('an unknown address leads to the list of protocols', async () => {
  const page = await visit('/no-such-page/', { allow: / 404 / })
  expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(0)
})

test('on a phone the text comes first, and its menu opens and closes', async () => {
  const page = await visit('/docs/scan-a-wallet/', { width: 390 })
  const menu = page.getByRole('navigation', { name: 'Documentation' })
  expect(await menu.isVisible()).toBe(false)
  expect((await page.locator('h1').boundingBox())?.y).toBeLessThan(400)
  await page.getByRole('button', { name: 'All pages of the documentation' }).click()
  expect(await menu.getByRole('link', { name: 'Scan a wallet' }).isVisible()).toBe(true)
  await menu.getByRole('button', { name: 'Close' }).click()
  expect(await menu.isVisible()).toBe(false)
})

test('on a desk the menu stands beside the text', async () => {
  const page = await visit('/docs/scan-a-wallet/')
  expect(await page.getByRole('link', { name: 'Plans and limits' }).first().isVisible()).toBe(true)
  expect(await page.locator('.docs-menu').first().isVisible()).toBe(false)
})
