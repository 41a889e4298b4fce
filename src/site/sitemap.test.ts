import { expect, test } from 'vitest'
import { robotsText } from './robots.ts'
import { sitemapXml } from './sitemap.ts'

const SITE = 'https://risk.example.org'

test('a sitemap lists the pages in order, without the page for 404', () => {
  const locations = [...sitemapXml(SITE, ['docs/', '', '404/']).matchAll(/<loc>(.*?)<\/loc>/g)]
  expect(locations.map(([, address]) => address)).toEqual([`${SITE}/`, `${SITE}/docs/`])
})

test('names with special characters become addresses that XML can hold', () => {
  expect(sitemapXml(SITE, ["protocol/a&b 'c'/é/"])).toContain(
    `<loc>${SITE}/protocol/a%26b%20&apos;c&apos;/%C3%A9/</loc>`,
  )
})

test('more pages than a sitemap may have are refused', () => {
  const many = Array.from({ length: 50_001 }, (_, index) => `p/${index}/`)
  expect(() => sitemapXml(SITE, many)).toThrow('this site has 50001')
})

test('every crawler may read the pages, and finds the sitemap where there is one', () => {
  expect(robotsText(undefined)).toMatch(/^User-agent: \*\nAllow: \/\n/)
  expect(robotsText(undefined)).not.toContain('Sitemap')
  expect(robotsText(SITE)).toContain(`Sitemap: ${SITE}/sitemap.xml\n`)
})
