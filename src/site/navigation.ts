/** The page that lists every protocol. */
export const ALL_PROTOCOLS = '/#protocols'

/** The links at the top of every page, in this order. */
export const NAVIGATION = [
  { href: ALL_PROTOCOLS, text: 'Protocols' },
  { href: '/methodology/', text: 'How it works' },
  { href: '/validation/', text: 'Validation' },
  { href: '/scoreboard/', text: 'Scoreboard' },
] as const
