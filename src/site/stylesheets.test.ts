import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SRC = path.resolve(import.meta.dirname, '..')
const ORDER = '@layer tokens, base, layout, parts, pages, narrow, print;'

// A page may load its own sheet before the common one; the first sheet that names a layer decides the order of all.
test('every sheet that a page or a component imports begins with the order of the layers', () => {
  const importers = globSync('{pages,components,layouts}/**/*.astro', { cwd: SRC })
  const sheets = importers
    .filter((file) => path.basename(file) !== 'Page.astro')
    .flatMap((file) => [
      ...readFileSync(path.join(SRC, file), 'utf8').matchAll(/import '[./]+\/styles\/(.+\.css)'/g),
    ])
    .map(([, name]) => name)
  expect(sheets.length).toBeGreaterThan(10)
  const without = [...new Set(sheets)].filter((name) => {
    const text = readFileSync(path.join(SRC, 'styles', name ?? ''), 'utf8')
    return !text.startsWith(ORDER)
  })
  expect(without).toEqual([])
})
