import { xml } from '../domain/xml.ts'

/** Most addresses that one sitemap may have (sitemaps.org). */
const MAX_ADDRESSES = 50_000

/** Pages that search engines leave out; each has `noindex` as well. */
const UNLISTED = ['404/', 'search/']

/** A sitemap of pages, given by their paths below the site as Astro lists them (`docs/api/`), sorted. Throws when there are too many. */
export function sitemapXml(site: string, pathnames: readonly string[]): string {
  const listed = pathnames.filter((pathname) => !UNLISTED.includes(pathname)).sort()
  if (listed.length > MAX_ADDRESSES) {
    throw new Error(`A sitemap may list ${MAX_ADDRESSES} pages; this site has ${listed.length}.`)
  }
  const rows = listed.map((pathname) => {
    // Names of protocols may contain what an address writes with a percent sign.
    const { href } = new URL(`/${pathname.split('/').map(encodeURIComponent).join('/')}`, site)
    return `<url><loc>${xml(href)}</loc></url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...rows,
    '</urlset>',
    '',
  ].join('\n')
}
