/** The page that lists every protocol, also without scripts. */
export const ALL_PROTOCOLS = '/screener/all/'

/** The page on which keys are made. */
export const ACCOUNT = '/account/'

/** The links at the top of every page, in this order. */
export const NAVIGATION = [
  { href: ALL_PROTOCOLS, text: 'Protocols' },
  { href: '/screener/', text: 'Screener' },
  { href: '/changes/', text: 'Changes' },
  { href: '/wallet/', text: 'Wallet' },
  { href: '/docs/', text: 'API' },
  { href: '/methodology/', text: 'How it works' },
] as const

/** The links at the foot of every page, in this order. */
export const FOOTER = [
  { href: ACCOUNT, text: 'Account' },
  { href: '/incidents/', text: 'Incidents' },
  { href: '/validation/', text: 'Validation' },
  { href: '/scoreboard/', text: 'Scoreboard' },
  { href: '/status/', text: 'Status' },
  { href: '/docs/changelog/', text: 'Changelog' },
  { href: '/docs/data/', text: 'Data and terms' },
  { href: '/openapi.json', text: 'OpenAPI' },
  { href: '/llms.txt', text: 'llms.txt' },
] as const
