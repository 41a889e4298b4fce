/**
 * `robots.txt`: every crawler may read every page. The API says the same as the pages and counts requests, and the store for
 * download is large, so these two are left out.
 */
export function robotsText(site: string | undefined): string {
  const rules = ['User-agent: *', 'Allow: /', 'Disallow: /v1/', 'Disallow: /snapshot/']
  return [...rules, ...(site ? ['', `Sitemap: ${site}/sitemap.xml`] : []), ''].join('\n')
}
