/** The page that lists every protocol. */
export const ALL_PROTOCOLS = '/screener/'

/** The links at the top of every page, in this order. */
export const NAVIGATION = [
  { href: ALL_PROTOCOLS, text: 'Protocols' },
  { href: '/changes/', text: 'Changes' },
  { href: '/incidents/', text: 'Incidents' },
  { href: '/wallet/', text: 'Wallet' },
  { href: '/methodology/', text: 'How it works' },
  { href: '/validation/', text: 'Validation' },
  { href: '/scoreboard/', text: 'Scoreboard' },
  { href: '/docs/', text: 'API' },
] as const

/** The links at the foot of every page, in this order. */
export const FOOTER = [
  { href: '/status/', text: 'Status' },
  { href: '/docs/changelog/', text: 'Changelog' },
  { href: '/docs/data/', text: 'Data and terms' },
  { href: '/openapi.json', text: 'OpenAPI' },
  { href: '/llms.txt', text: 'llms.txt' },
] as const
