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
