/** A JSON-LD value for a script element: no text in it can end the element. */
export function jsonLd(value: Record<string, unknown>): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** A protocol's page as a dataset of schema.org: the document behind it, its day and its address. */
export function protocolDataset(
  {
    id,
    slug,
    name,
    scoredAt,
  }: { id: string; slug: string | null; name: string; scoredAt: string | null },
  description: string,
  path: string,
  site: string,
): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: `Risk score of ${name}`,
    description,
    url: site + path,
    ...(scoredAt !== null && { dateModified: scoredAt.slice(0, 10) }),
    isAccessibleForFree: true,
    distribution: {
      '@type': 'DataDownload',
      encodingFormat: 'application/json',
      contentUrl: `${site}/v1/protocols/${encodeURIComponent((slug ?? id).toWellFormed())}`,
    },
  }
}

/** The site for search engines of schema.org: its name, what it is, and its search page. */
export function website(description: string, site: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'Plimsoll',
    description,
    url: `${site}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site}/search/?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}
