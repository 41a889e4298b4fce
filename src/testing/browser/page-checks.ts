import axe from 'axe-core'
import type { Page } from 'playwright-core'

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

/** What axe finds (WCAG 2.2 A and AA, best practices), as `rule: element`; with `colours`, only what depends on the scheme. */
export async function violationsOf(page: Page, colours = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const only = colours ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}
  const { violations } = await page.evaluate((options) => window.axe.run(options), only)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
