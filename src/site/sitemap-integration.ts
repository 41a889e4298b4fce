import { writeFileSync } from 'node:fs'
import type { AstroIntegration } from 'astro'
import { sitemapXml } from './sitemap.ts'

/** Writes `sitemap.xml` with every page of the build. Without an address of the site there is none: a sitemap needs full addresses. */
export function sitemap(): AstroIntegration {
  let site: string | undefined
  return {
    name: 'plimsoll-sitemap',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site
      },
      'astro:build:done': ({ dir, pages }) => {
        if (!site) return
        const pathnames = pages.map(({ pathname }) => pathname)
        writeFileSync(new URL('sitemap.xml', dir), sitemapXml(site, pathnames))
      },
    },
  }
}
