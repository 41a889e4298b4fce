import { LEVEL_WORD, riskLevel, roundScore } from '../domain/risk-level.ts'

/** A JSON-LD value for a script element: no text in it can end the element. */
export function jsonLd(value: Record<string, unknown>): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

interface Shown {
  id: string
  slug: string | null
  name: string
  scoredAt: string | null
  /** As the page shows it; null where it shows none. */
  score: number | null
}

/** Where a protocol's dataset is: the origin of the site, the path of the page, and that of the picture if there is one. */
interface Place {
  site: string
  path: string
  image: string | null
}

/**
 * A protocol's page as a dataset of schema.org: its score as the measured value, the document behind it, its day and its address. It is no
 * `Rating`: search engines read those as better the higher they are, and this scale is the other way round.
 */
export function protocolDataset(
  { id, slug, name, scoredAt, score }: Shown,
  description: string,
  { site, path, image }: Place,
): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: `Risk score of ${name}`,
    description,
    url: site + path,
    ...(image !== null && { image: site + image }),
    ...(scoredAt !== null && { dateModified: scoredAt.slice(0, 10) }),
    ...(score !== null && {
      variableMeasured: {
        '@type': 'PropertyValue',
        name: 'Risk score, lower is safer',
        value: roundScore(score),
        minValue: 0,
        maxValue: 10,
        description: `${LEVEL_WORD[riskLevel(score)]} risk`,
      },
      measurementTechnique: `${site}/methodology/`,
    }),
    creator: { '@type': 'Organization', name: 'Plimsoll', url: `${site}/` },
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

/** The way to a page for search engines of schema.org; names may be of outside. The last step is the page itself. */
export function breadcrumbs(
  steps: readonly { name: string; path: string }[],
  site: string,
): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: site + path,
    })),
  }
}
