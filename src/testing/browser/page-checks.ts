import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Half as long as what the package gives as its source: each page that loads has to read it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Elements that make the page wider than the window; those in a region that scrolls by itself do not. */
export function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [
      `${scrollWidth} px`,
      ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ]
  })
}

/**
 * Texts of which a part cannot be seen: a box that does not scroll cuts them off, or they are left of the window. A title shows such a
 * text to a mouse, which narrow screens do not have.
 */
export function cutTextsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hidden = '.sr, .skip, .skip-table, svg, select, script, noscript, [aria-hidden=true]'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const cut: string[] = []

    const isCut = (text: DOMRect, parent: Element): boolean => {
      for (let box: Element | null = parent; box; box = box.parentElement) {
        const { display, overflowX, overflowY, clipPath } = getComputedStyle(box)
        // What scrolls shows all; what is clipped to nothing is for screen readers.
        if (overflowX === 'auto' || overflowX === 'scroll' || clipPath !== 'none') return false
        if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue
        const { left, right, top, bottom } = box.getBoundingClientRect()
        if (text.left < left - 1 || text.right > right + 1) return true
        if (text.top < top - 2 || text.bottom > bottom + 2) return true
      }
      return text.left < -1
    }

    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || parent.closest(hidden)) continue
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (innerWidth >= 1024 && parent.closest('[title]')) continue
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      if (text.width > 0 && isCut(text, parent)) cut.push(node.textContent.trim().slice(0, 80))
    }
    return cut
  })
}

/** So many texts that are drawn alike are checked for their contrast. */
const ALIKE_CHECKED = 3

/**
 * Leaves out of axe's check of contrast the texts before which `ALIKE_CHECKED` have the same elements, classes, colours and sizes up to
 * the root. On long lists the check takes half of axe's time.
 */
function skipAlike(page: Page): Promise<void> {
  return page.evaluate((most) => {
    const kinds = new Map<Element | null, number>()
    const seen = new Map<string, { kind: number; count: number }>()
    for (const element of document.body.querySelectorAll('*')) {
      const style = getComputedStyle(element)
      const key = [
        ...[kinds.get(element.parentElement), element.tagName, element.getAttribute('class')],
        ...[style.color, style.fontSize, style.fontWeight, style.textShadow, style.position],
        ...[style.backgroundColor, style.backgroundImage, style.opacity, style.filter],
      ].join('|')
      const kind = seen.get(key) ?? { kind: seen.size, count: 0 }
      seen.set(key, kind)
      kinds.set(element, kind.kind)
      // Of a single letter axe says nothing.
      const isText = [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && /\S\s*\S/.test(nodeValue ?? ''),
      )
      if (isText && element.checkVisibility({ opacityProperty: true })) kind.count += 1
      element.toggleAttribute('data-alike', isText && kind.count > most)
    }
    const selector = '*:not([data-alike])'
    window.axe.configure({ rules: [{ id: 'color-contrast', selector }] })
  }, ALIKE_CHECKED)
}

/**
 * What axe finds (WCAG 2.2 A and AA with the size of targets, best practices), as `rule: element`; with `colours`, only what depends on
 * the scheme.
 */
export async function violationsOf(page: Page, colours = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await skipAlike(page)
  const only = colours
    ? { runOnly: ['color-contrast', 'link-in-text-block'] }
    : { rules: { 'target-size': { enabled: true } } }
  const violations = await page.evaluate(async (rules) => {
    // What passes is not described, and nothing is loaded again: a third of the time.
    const options = { ...rules, resultTypes: ['violations' as const], preload: false }
    return (await window.axe.run(options)).violations
  }, only)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}

/** What axe finds in both schemes, on which nothing but colours depends. Leaves the page light. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violationsOf(page, true)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...(await violationsOf(page)), ...dark.map((each) => `dark: ${each}`)]
}

/** The layout shift of a page since it was opened, without what a reader's own doing moved (web.dev/cls); good below 0.1. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(globalThis, 'shift')))
}

/** Adds up the layout shifts of the pages that are opened from now on, for `shiftOf`. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sums = Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value = 0, hadRecentInput = false } = entry.toJSON()
        if (!hadRecentInput) sums.shift += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
