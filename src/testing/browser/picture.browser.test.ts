import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { closeBrowserAtEnd, visit } from './visit.ts'

closeBrowserAtEnd()

/** Keeps the words that are drawn: the picture itself holds none. */
async function keepDrawn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn: string[] = []
    Object.assign(window, { drawn })
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      drawn.push(text)
      fillText.call(this, text, x, y)
    }
  })
}

async function saveOf(page: Page) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as picture' }).click()
  const saved = await download
  const { data, info } = await sharp(await saved.path())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = new Map<string, number>()
  for (let at = 0; at < data.length; at += info.channels) {
    const colour = data.subarray(at, at + 3).toString('hex')
    colours.set(colour, (colours.get(colour) ?? 0) + 1)
  }
  const words = await page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
  return { name: saved.suggestedFilename(), info, colours, words }
}

test.each([
  ['light', 'f8f9f5', '99881e'],
  ['dark', '0e171d', 'cbb95a'],
] as const)(
  'a comparison is saved as it is seen in a %s page: names, levels in their colour, day and address',
  async (scheme, paper, moderate) => {
    const page = await visit('/compare/?ids=aave-v3,lido', { scheme, prepare: keepDrawn })
    await page.locator('#comparison thead a').first().waitFor()
    const { name, info, colours, words } = await saveOf(page)
    expect(name).toMatch(/^[\p{L}\p{N}-]+\.png$/u)
    expect([info.width > 800, info.height > 800]).toEqual([true, true])
    expect(colours.get(paper) ?? 0).toBeGreaterThan((info.width * info.height) / 2)
    expect(colours.get(moderate) ?? 0).toBeGreaterThan(100)
    expect(words).toEqual(expect.arrayContaining(['Aave V3', 'Lido', 'Score', page.url()]))
    expect(words.join(' ')).toContain('Snapshot of 4 Oct 2026')
    expect(words).not.toContain('Remove')
  },
)

test.each([1440, 390])(
  'the screener is saved as the first 25 rows that pass, %i px wide, and stays where it is',
  async (width) => {
    const path = '/screener/?level=moderate&sort=compositeScore&order=asc'
    const page = await visit(path, { width, prepare: keepDrawn })
    await page.locator('#shown', { hasText: /^\d+ of/ }).waitFor()
    // The rows near the screen are in any order.
    const rowsOf = () =>
      page
        .locator('#rows tbody tr')
        .evaluateAll((rows) =>
          rows
            .sort((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
            .map((row) => row.querySelector('th')?.textContent?.trim()),
        )
    const shown = await rowsOf()
    expect(shown.length).toBeGreaterThan(20)
    // On a phone the button is below rows that were not drawn at first.
    await page.getByRole('button', { name: 'Save as picture' }).scrollIntoViewIfNeeded()
    await page.waitForTimeout(200)
    const inSight = await rowsOf()
    const { name, words } = await saveOf(page)
    expect(name).toMatch(/^Screener-\d+-of-400-/)
    // A long name has several lines, one after the other.
    for (const protocol of shown.slice(0, 25)) expect(words.join(' ')).toContain(protocol)
    for (const more of shown.slice(25)) expect(words).not.toContain(more)
    expect(words).toContain(page.url())
    expect(await rowsOf()).toEqual(inSight)
  },
)
