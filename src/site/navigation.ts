/** The links at the top of every page, in this order. */
export const NAVIGATION = [
  { href: '/#protocols', text: 'Protocols' },
  { href: '/changes/', text: 'Changes' },
  { href: '/incidents/', text: 'Incidents' },
  { href: '/methodology/', text: 'How it works' },
  { href: '/validation/', text: 'Validation' },
  { href: '/scoreboard/', text: 'Scoreboard' },
] as const
