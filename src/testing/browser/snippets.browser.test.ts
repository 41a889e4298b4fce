import { expect, inject, test } from 'vitest'
import { closeBrowserAtEnd, visit } from './visit.ts'

closeBrowserAtEnd()

test.each(['/protocol/aave-v3/', '/docs/', '/docs/use-the-api/'])(
  '%s has one example in four languages, of which the keys of a choice show one',
  async (path) => {
    const page = await visit(path)
    const tabs = page.locator('.tabs')
    const shown = () => tabs.locator('pre:visible').allInnerTexts()
    expect(await shown()).toEqual([`curl -s ${inject('site')}/v1/protocols/aave-v3`])
    await tabs.getByRole('radio', { name: 'curl' }).focus()
    for (const start of ['import { createClient }', 'import pandas', '=QUERY(IMPORTDATA(']) {
      await page.keyboard.press('ArrowRight')
      expect(await shown()).toEqual([expect.stringContaining(start)])
      expect((await shown())[0]).toContain(inject('site'))
    }
  },
)

test('the examples work without scripts', async () => {
  const page = await visit('/protocol/aave-v3/', { scripts: false })
  await page.locator('.tabs label', { hasText: 'Python' }).click()
  expect(await page.locator('.tabs pre:visible').allInnerTexts()).toEqual([
    expect.stringContaining('import pandas'),
  ])
})

test('the examples of the screener follow its filters, and say what the formula leaves out', async () => {
  const page = await visit('/screener/?maxOracleRisk=6')
  await page.getByText('These rows in code or in a spreadsheet').click()
  const tabs = page.locator('.in-code .tabs')
  await tabs.locator('label', { hasText: 'Spreadsheet' }).click()
  await expect.poll(() => tabs.locator('pre:visible').innerText()).toContain('Col44 <= 6"')
  const note = page.locator('[data-without-tvl]')
  expect(await note.isVisible()).toBe(false)
  await page.locator('#filters [name="minTvl"]').selectOption({ index: 1 })
  await expect.poll(() => note.isVisible()).toBe(true)
  await tabs.locator('label', { hasText: 'curl' }).click()
  expect(await tabs.locator('pre:visible').innerText()).toContain('minTvl=')
})
