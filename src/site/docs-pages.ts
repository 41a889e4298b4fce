/** A page of the documentation. */
export interface DocsPage {
  href: string
  title: string
  /** One line for indexes. */
  note: string
}

export interface Guide extends DocsPage {
  /** Name of its file in `src/content/guides`, without the ending. */
  file: string
  /** Whether its example addresses mean the site that shows it; guides for operators are about the reader's own. */
  aboutThisSite: boolean
}

export const QUICK_START: Guide = {
  href: '/docs/',
  file: 'quick-start',
  title: 'Quick start',
  note: 'From nothing to a wallet scan with the public sandbox key, in five minutes.',
  aboutThisSite: true,
}

export const READER_GUIDES: readonly Guide[] = [
  {
    href: '/docs/use-the-api/',
    file: 'use-the-api',
    title: 'Use the API',
    note: 'Keys, limits, filters, caching, and the sandbox with an answer of every kind.',
    aboutThisSite: true,
  },
  {
    href: '/docs/ask-with-an-agent/',
    file: 'ask-with-an-agent',
    title: 'Ask with an agent',
    note: 'The MCP server for AI agents: how to add it, what each tool costs, what not to conclude.',
    aboutThisSite: true,
  },
  {
    href: '/docs/accounts/',
    file: 'accounts',
    title: 'Accounts',
    note: 'Sign in with a wallet, make keys, what their limits are, what is stored and how to delete it.',
    aboutThisSite: true,
  },
  {
    href: '/docs/alerts/',
    file: 'alerts',
    title: 'Alerts',
    note: 'Webhooks for changes of level, thresholds and incidents: what is sent, and how to check that it is from this site.',
    aboutThisSite: true,
  },
  {
    href: '/docs/scan-a-wallet/',
    file: 'scan-a-wallet',
    title: 'Scan a wallet',
    note: 'What a scan reads on which chains, how prices are confirmed, and what it does not see.',
    aboutThisSite: true,
  },
  {
    href: '/docs/embed-a-score/',
    file: 'embed-a-score',
    title: 'Embed a score',
    note: 'A badge or a card of a protocol on your own site, and what each state looks like.',
    aboutThisSite: true,
  },
  {
    href: '/docs/check-a-score/',
    file: 'check-a-score',
    title: 'Check a score',
    note: 'Rebuild a published score from its readings, and dispute it.',
    aboutThisSite: true,
  },
  {
    href: '/docs/download-everything/',
    file: 'download-everything',
    title: 'Download everything',
    note: 'Every score and signal as Parquet, NDJSON, CSV and SQLite: how to read them and check their signature.',
    aboutThisSite: true,
  },
]

export const OPERATOR_GUIDES: readonly Guide[] = [
  {
    href: '/docs/serve-it-yourself/',
    file: 'serve-it-yourself',
    title: 'Serve it yourself',
    note: 'A service on your own machine: systemd, a proxy, new data every day, backup and restore.',
    aboutThisSite: false,
  },
  {
    href: '/docs/deploy-to-netlify/',
    file: 'deploy-to-netlify',
    title: 'Deploy to Netlify',
    note: 'The same site on Netlify’s free plan, step by step, with what it costs.',
    aboutThisSite: false,
  },
]

export const REFERENCE: readonly DocsPage[] = [
  {
    href: '/docs/api/',
    title: 'API reference',
    note: 'Every endpoint: parameters, responses, headers, an example and the equivalent curl.',
  },
  {
    href: '/docs/console/',
    title: 'Console',
    note: 'Try every endpoint in the browser, with a key or without.',
  },
  {
    href: '/docs/errors/',
    title: 'Errors',
    note: 'Every error code: its status, when it occurs, and what to do.',
  },
  {
    href: '/docs/limits/',
    title: 'Plans and limits',
    note: 'Requests a minute and a day for each plan, and how they are counted.',
  },
]

export const ABOUT: readonly DocsPage[] = [
  {
    href: '/docs/wallet-coverage/',
    title: 'What a wallet scan finds',
    note: 'The 100 largest protocols: where a scan finds positions, where in part, and what is missing.',
  },
  {
    href: '/docs/data/',
    title: 'Data and terms',
    note: 'Every source with its terms, and what may be done with the data.',
  },
  {
    href: '/docs/changelog/',
    title: 'Changelog',
    note: 'What changed in the API, in the methodology and in the code.',
  },
]

export const GUIDES: readonly Guide[] = [QUICK_START, ...READER_GUIDES, ...OPERATOR_GUIDES]

/** The documentation in the order of its navigation. */
export const DOCS_SECTIONS: readonly { title: string; pages: readonly DocsPage[] }[] = [
  { title: 'Guides', pages: [QUICK_START, ...READER_GUIDES] },
  { title: 'Reference', pages: REFERENCE },
  { title: 'Run it', pages: OPERATOR_GUIDES },
  { title: 'About', pages: ABOUT },
]
