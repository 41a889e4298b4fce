import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'

/**
 * Bytes that a page of a protocol may have on average over the bundled sample. Before its drawings, tables and repeated words were
 * shortened it had 36,100; 24,100 here were 18,100 on 4,848 protocols, where it had 33,200. Since then the sample has the price feeds of 28
 * lenders and twice the contracts, and pages have a menu of their sections, what to share, places that are links, and
 * the chains without a known TVL.
 */
const MAX_BYTES = 29_000

test('the pages of protocols are short', () => {
  const cwd = path.join(inject('distDir'), 'protocol')
  const sizes = globSync('*/index.html', { cwd }).map((file) => statSync(path.join(cwd, file)).size)
  expect(sizes.length).toBeGreaterThan(300)
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  expect(mean).toBeLessThan(MAX_BYTES)
})

/** Bytes that an overview of a chain or category may have on average over the bundled sample: 8,400, most being of few protocols. */
const MAX_PLACE_BYTES = 10_000

test('the pages of chains and categories are short', () => {
  const cwd = inject('distDir')
  const files = globSync(['chain/*/index.html', 'category/*/index.html'], { cwd })
  expect(files.length).toBeGreaterThan(200)
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(cwd, file)).size, 0)
  expect(bytes / files.length).toBeLessThan(MAX_PLACE_BYTES)
})

/** Bytes that a plain list may have for each row, and around its rows. The longest has 400 rows. */
const LIST_ROW_BYTES = 200
const LIST_FRAME_BYTES = 6_000

test('plain lists are short, and every chain and category has one', () => {
  const cwd = inject('distDir')
  const lists = globSync('screener/all/*/**/index.html', { cwd })
  for (const file of lists) {
    const html = readFileSync(path.join(cwd, file), 'utf8')
    const rows = html.match(/<tr>/g)?.length ?? 0
    expect(html.length, file).toBeLessThan(LIST_FRAME_BYTES + rows * LIST_ROW_BYTES)
  }
  const placed = globSync(['chain/*/index.html', 'category/*/index.html'], { cwd })
  const linked = placed.map((file) =>
    /href="?\/(screener\/all\/[^" >]+)/.exec(readFileSync(path.join(cwd, file), 'utf8'))?.at(1),
  )
  expect(linked.filter((list) => !list || !lists.includes(`${decodeURI(list)}index.html`))).toEqual(
    [],
  )
})
