import { expect, test } from 'vitest'
import { measureBundle } from './screener-bundle.ts'

test('the screener function stays small, holds no package but its cache, and imports at once', async () => {
  const { bytes, importMs, inputs } = await measureBundle()
  expect(bytes).toBeLessThanOrEqual(300_000)
  expect(importMs).toBeLessThan(150)
  expect(inputs).toContain('src/api/routes/screener/engine.ts')
  const packages = inputs.filter((name) => name.includes('node_modules'))
  expect(packages.filter((name) => !name.includes('/lru-cache/'))).toEqual([])
}, 30_000)
