import { expect, inject, test } from 'vitest'
import { measurePages, type PageQuality } from './lighthouse.ts'

/** Compressed bytes that a page may load in all, and of them the scripts. */
const LIMITS: Record<string, { bytes: number; scripts: number }> = {
  // The search on every page finds names that are still being typed, and has its keys.
  '/': { bytes: 90_000, scripts: 15_500 },
  // Its filters are shown as chips, and its table can be saved as a picture.
  '/screener/': { bytes: 105_000, scripts: 34_500 },
  // It shares its picture, and what it has in common with other pages lies in a few more files.
  '/protocol/aave-v3/': { bytes: 90_000, scripts: 22_500 },
  // Its scripts ask, read and draw a scan, and keep wallets.
  '/wallet/': { bytes: 95_000, scripts: 47_000 },
  '/docs/': { bytes: 75_000, scripts: 15_500 },
}

/** Every kind of page, on a phone and on a desk, takes minutes: each night, and where it is asked for. */
const isWhole = process.env.PLIMSOLL_EVERY_PAGE !== undefined

const pathsOf = () =>
  isWhole
    ? inject('pages').flatMap(({ path, status }) => (status === 200 ? path : []))
    : Object.keys(LIMITS)

test.each(isWhole ? (['phone', 'desk'] as const) : (['phone'] as const))(
  'pages keep their quality and their weight on a %s',
  async (device) => {
    const paths = pathsOf()
    const addresses = paths.map((path) => inject('site') + path)
    const results = await measurePages(inject('chromium'), addresses, device)
    expect(results).toHaveLength(paths.length)
    for (const [at, path] of paths.entries()) {
      const quality = results[at]
      if (!quality) continue
      // The speed is for a reader to judge: on a machine with other work it is noise.
      console.log(path, quality)
      check(path, quality)
    }
  },
  1_200_000,
)

function check(path: string, quality: PageQuality): void {
  const { accessibility, bestPractices, seo, layoutShift, blockingOthers, bytes, scriptBytes } =
    quality
  const faults = [path, ...quality.faults].join('\n')
  expect.soft(accessibility, faults).toBeGreaterThanOrEqual(95)
  expect.soft(bestPractices, faults).toBeGreaterThanOrEqual(95)
  expect.soft(seo, faults).toBeGreaterThanOrEqual(95)
  expect.soft(layoutShift, path).toBeLessThan(0.05)
  expect.soft(blockingOthers, path).toEqual([])
  const limits = LIMITS[path]
  if (!limits) return
  expect.soft(quality.isHidden, path).toBe(false)
  expect.soft(bytes, path).toBeLessThanOrEqual(limits.bytes)
  expect.soft(scriptBytes, path).toBeLessThanOrEqual(limits.scripts)
}
