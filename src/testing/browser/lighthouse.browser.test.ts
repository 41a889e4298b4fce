import { beforeAll, expect, inject, test } from 'vitest'
import { measurePages, type PageQuality } from './lighthouse.ts'

/** Compressed bytes that a page may load in all, and of them the scripts. */
const LIMITS: Record<string, { bytes: number; scripts: number }> = {
  // The search on every page finds names that are still being typed, and has its keys.
  '/': { bytes: 90_000, scripts: 15_500 },
  // Its filters are shown as chips, and its table can be saved as a picture.
  '/screener/': { bytes: 105_000, scripts: 33_500 },
  // It shares its picture, and what it has in common with other pages lies in a few more files.
  '/protocol/aave-v3/': { bytes: 90_000, scripts: 22_500 },
  '/docs/': { bytes: 75_000, scripts: 15_500 },
}

const measured = new Map<string, PageQuality>()

beforeAll(async () => {
  const paths = Object.keys(LIMITS)
  const addresses = paths.map((path) => inject('site') + path)
  const results = await measurePages(inject('chromium'), addresses)
  for (const [at, path] of paths.entries()) {
    const quality = results[at]
    if (!quality) continue
    measured.set(path, quality)
    // The speed is for a reader to judge: on a machine with other work it is noise.
    console.log(path, quality)
  }
})

test.each(Object.entries(LIMITS))('%s keeps its quality and its weight', (path, limits) => {
  const quality = measured.get(path)
  if (!quality) throw new Error(`Lighthouse did not measure ${path}.`)
  const faults = quality.faults.join('\n')
  expect(quality.accessibility, faults).toBeGreaterThanOrEqual(95)
  expect(quality.bestPractices, faults).toBeGreaterThanOrEqual(95)
  expect(quality.seo, faults).toBeGreaterThanOrEqual(95)
  expect(quality.layoutShift).toBeLessThan(0.1)
  expect(quality.blockingOthers).toEqual([])
  expect(quality.bytes).toBeLessThanOrEqual(limits.bytes)
  expect(quality.scriptBytes).toBeLessThanOrEqual(limits.scripts)
})
