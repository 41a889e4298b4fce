import { expect, test } from 'vitest'
import { closeBrowserAtEnd, visit } from './visit.ts'

closeBrowserAtEnd()

const LARGEST = '/protocol/aave-v3/'
const PAGES = [
  LARGEST,
  '/protocol/lido/',
  '/protocol/uniswap-v3/',
  '/protocol/3f/',
  '/protocol/nomad/',
]

/** Pixels that a page of a protocol may be high on a screen of these. Aave V3 had 28,431 and 14,373 before its sections were folded. */
const MAX_HEIGHTS = [
  [390, 9_000],
  [1440, 3_700],
] as const

/** A4, in the millimetres that Chromium takes for its margins. */
const MARGIN = '10mm'
const MAX_SHEETS = 4

test('the menu leads to every section, which it does not cover, and stays in view', async () => {
  const page = await visit(LARGEST, { scripts: false })
  const menu = page.getByRole('navigation', { name: 'On this page' })
  const links = await menu.getByRole('link').all()
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    await link.press('Enter')
    const id = await link.getAttribute('href')
    const [bar, heading] = [await menu.boundingBox(), await page.locator(`${id} h2`).boundingBox()]
    expect(bar?.y, id ?? '').toBeGreaterThanOrEqual(0)
    expect(heading?.y, id ?? '').toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    expect(heading?.y, id ?? '').toBeLessThan(900)
  }
})

test('on a phone the menu scrolls by itself', async () => {
  const page = await visit(LARGEST, { width: 390 })
  const last = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  await last.focus()
  const box = await last.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  expect(box?.height).toBeGreaterThanOrEqual(40)
})

test('what is folded is on the page and opens without scripts', async () => {
  const page = await visit(LARGEST, { scripts: false })
  const why = page.locator('#why details').first()
  expect(await why.getByRole('table').isVisible()).toBe(false)
  await why.locator('summary').press('Enter')
  expect(await why.getByRole('table').isVisible()).toBe(true)
})

test.each(PAGES)(
  '%s is not long, and fits four sheets of paper with the signals of each dimension',
  async (path) => {
    const page = await visit(path)
    for (const [width, max] of MAX_HEIGHTS) {
      await page.setViewportSize({ width, height: 900 })
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      expect(height, `${width} px`).toBeLessThanOrEqual(max)
    }
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('#why .ledger tfoot').first().isVisible()).toBe(true)
    const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN }
    const pdf = await page.pdf({ format: 'A4', margin })
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g) ?? []
    expect(sheets.length).toBeGreaterThan(0)
    expect(sheets.length).toBeLessThanOrEqual(MAX_SHEETS)
  },
)
