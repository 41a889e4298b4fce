import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import { CHROMIUM_FLAGS } from './chromium.ts'

/** Scores of Lighthouse, 0 to 100, and the causes of the first that do not depend on how fast this machine is. */
export interface PageQuality {
  performance: number
  accessibility: number
  bestPractices: number
  /** Without whether search engines may show the page, which is `isHidden`: a page that asks to be left out would have 66 at most. */
  seo: number
  isHidden: boolean
  /** Cumulative layout shift (web.dev/cls): without a unit, good below 0.1. */
  layoutShift: number
  /** Compressed bytes of everything that the page loads, and of its scripts. */
  bytes: number
  scriptBytes: number
  /** Render-blocking files that are not style sheets. */
  blockingOthers: string[]
  /** Milliseconds under Lighthouse's simulated slow phone. */
  firstPaintMs: number
  largestPaintMs: number
  blockedMs: number
  /** Audits below their full score, except those of speed: `id: title`. */
  faults: string[]
}

export type Device = 'phone' | 'desk'

/**
 * Lighthouse over each address, in one browser of its own. Throws when Chromium does not start or a page cannot be loaded.
 */
export async function measurePages(
  chromePath: string,
  addresses: readonly string[],
  device: Device = 'phone',
): Promise<PageQuality[]> {
  const chrome = await launch({ chromePath, chromeFlags: ['--headless', ...CHROMIUM_FLAGS] })
  try {
    const measured: PageQuality[] = []
    for (const address of addresses) measured.push(await measurePage(chrome.port, address, device))
    return measured
  } finally {
    chrome.kill()
  }
}

async function measurePage(port: number, address: string, device: Device): Promise<PageQuality> {
  const config = device === 'desk' ? desktopConfig : undefined
  const result = await lighthouse(address, { port, logLevel: 'error' }, config)
  if (!result || result.lhr.runtimeError) {
    throw new Error(
      `Lighthouse gave no result for ${address}: ${result?.lhr.runtimeError?.message}`,
    )
  }
  const { audits, categories } = result.lhr
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100)
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const files = itemsOf(audits['network-requests']?.details)
  const bytesOf = (rows: typeof files) =>
    rows.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0)
  const slow = new Set(categories.performance?.auditRefs.map(({ id }) => id))
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: scoreWithout('is-crawlable', categories.seo, audits),
    isHidden: audits['is-crawlable']?.score === 0,
    layoutShift: figure('cumulative-layout-shift'),
    bytes: bytesOf(files),
    scriptBytes: bytesOf(files.filter(({ resourceType }) => resourceType === 'Script')),
    blockingOthers: itemsOf(audits['render-blocking-insight']?.details)
      .map(({ url }) => String(url))
      .filter((url) => !new URL(url).pathname.endsWith('.css')),
    firstPaintMs: figure('first-contentful-paint'),
    largestPaintMs: figure('largest-contentful-paint'),
    blockedMs: figure('total-blocking-time'),
    faults: Object.values(audits)
      .filter(
        ({ id, score }) => score !== null && score < 1 && !slow.has(id) && id !== 'is-crawlable',
      )
      .map(({ id, title }) => `${id}: ${title}`),
  }
}

/** Score of a category without one of its audits, 0 to 100: as Lighthouse does, the mean by weight of those that apply. */
function scoreWithout(
  left: string,
  category: Result.Category | undefined,
  audits: Record<string, Result['audits'][string]>,
): number {
  const counted = (category?.auditRefs ?? []).filter(
    ({ id }) => id !== left && typeof audits[id]?.score === 'number',
  )
  const total = counted.reduce((sum, { weight }) => sum + weight, 0)
  const sum = counted.reduce((all, { id, weight }) => all + weight * (audits[id]?.score ?? 0), 0)
  return Math.round((100 * sum) / total)
}

/** The rows of an audit's table; none for an audit without one. */
function itemsOf(details: unknown): Record<string, unknown>[] {
  if (typeof details !== 'object' || details === null || !('items' in details)) return []
  return Array.isArray(details.items) ? details.items : []
}
