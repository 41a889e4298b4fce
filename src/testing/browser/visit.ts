import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { CHROMIUM_FLAGS } from './chromium.ts'

export interface VisitOptions {
  width?: number
  scheme?: 'light' | 'dark'
  scripts?: boolean
  /** Address of the site, when it is not the one of all tests. */
  site?: string
  /** Puts extensions into the page before it loads. */
  prepare?: (page: Page) => Promise<void>
  /** Faults that the test brings about. */
  allow?: RegExp
}

/** Width and height of a desk, a tablet and a phone, in CSS pixels. */
export const SIZES = [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const

/** How long a page is waited for to be idle. */
const MAX_IDLE_MS = 1_000

let browser: Promise<Browser> | undefined
let visits = 0

/** How many requests of a page are under way, and when one began or ended. */
const loads = new WeakMap<Page, { pending: number; changedAt: number }>()

/**
 * Opens a page of the site as a new reader with an address of its own. Waits until nothing more is loaded, which without scripts is
 * when the page is. At the end of the test the page is closed, and fails the test if it had faults.
 */
export async function visit(path: string, options: VisitOptions = {}): Promise<Page> {
  const { width = 1440, scheme = 'light', scripts = true, site = inject('site') } = options
  browser ??= chromium.launch({ executablePath: inject('chromium'), args: CHROMIUM_FLAGS })
  visits += 1
  const context = await (await browser).newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Forwarded-For': addressOf(visits) },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  watchLoads(page)
  const faults = watch(page, site)
  onTestFinished(async () => {
    await context.close()
    expect(faults.filter((fault) => !options.allow?.test(fault))).toEqual([])
  })
  await options.prepare?.(page)
  await page.goto(site + path, { waitUntil: 'load' })
  if (scripts) await settled(page)
  return page
}

/** Loads the page again, and waits until nothing more is loaded. */
export async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'load' })
  await settled(page)
}

/**
 * Waits until a loaded page is idle and has asked for nothing for a tenth of a second. Playwright's `networkidle` waits for half a second,
 * which was a third of the time of these tests.
 */
export async function settled(page: Page): Promise<void> {
  do {
    // A page that draws nothing new may never be called idle.
    await page.evaluate(
      (timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
      MAX_IDLE_MS,
    )
    await page.waitForTimeout(20)
  } while (quietMs(page) < 100)
}

/** For how long a page has asked for nothing, in milliseconds; 0 while it waits for a response. */
function quietMs(page: Page): number {
  const { pending, changedAt } = loads.get(page) ?? { pending: 0, changedAt: 0 }
  return pending > 0 ? 0 : performance.now() - changedAt
}

/** Closes the browser after the tests of a file. */
export function closeBrowserAtEnd(): void {
  afterAll(async () => {
    await (await browser)?.close()
    browser = undefined
  })
}

function watchLoads(page: Page): void {
  const load = { pending: 0, changedAt: 0 }
  loads.set(page, load)
  const change = (by: number) => () => {
    load.pending += by
    load.changedAt = performance.now()
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
}

/** What no page may do: errors, words of the browser about them, and requests to other hosts. */
function watch(page: Page, site: string): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      faults.push(`console: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    const isOwn = origin === site || protocol === 'blob:'
    if (!isOwn) faults.push(`another host: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    // A page that is left stops what it was loading.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${reason}`)
  })
  return faults
}

/** An address for documentation and tests (RFC 2544), another for each visit. */
function addressOf(number: number): string {
  return `198.18.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`
}
