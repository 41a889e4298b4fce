import { ANONYMOUS, type Limits, PAGE_SCANS, PLANS } from './plans.ts'

/** Limits of one kind of request in each of the scopes that it is counted in. Null: not counted there. */
export interface Scopes {
  /** Of an IPv4 address or IPv6 /64: what one client has. */
  address: Limits
  /** Of an IPv6 /48, the smallest network that is announced by itself. */
  ipv6: Limits | null
  /** Of an IPv4 /24, likewise. */
  ipv4: Limits | null
  /** Of all clients together. Only for what costs so much that the site must end it: a limit here lets a few lock out the rest. */
  site: Limits | null
}

function times(factor: number, { burst, daily }: Limits): Limits {
  return { burst: factor * burst, daily: factor * daily }
}

/** So many a minute, all day. */
function aMinute(burst: number): Limits {
  return { burst, daily: burst * 1_440 }
}

/** The addresses of one network together have this many times the limits of one address. */
const NETWORK_FACTOR = 16

/** Requests: an IPv4 /24 is not counted, because a cloud puts many strangers into one, and an IPv4 address is scarce enough. */
function ofRequests(address: Limits, network: Limits = times(NETWORK_FACTOR, address)): Scopes {
  return { address, ipv6: network, ipv4: null, site: null }
}

/** What stores something or costs money. */
function ofWork(address: Limits, site: Limits | null, factor = NETWORK_FACTOR): Scopes {
  const network = times(factor, address)
  return { address, ipv6: network, ipv4: network, site }
}

/** Health checks are beside these, and connections are in `CONNECTION_LIMITS`. */
export const ADMISSION = {
  /** Requests without a key. */
  request: ofRequests(ANONYMOUS),
  /** Requests with the public test key. */
  'test-key': ofRequests(PLANS.pro),
  /** Requests with keys on the Free plan, of all accounts: several people may share an address, and one person may have several accounts. */
  'free-key': ofRequests(times(4, PLANS.free), times(NETWORK_FACTOR, PLANS.free)),
  /** Files of a site on a machine of its own: a reader needs dozens a minute, a polite crawler twenty a second. */
  page: ofWork(aMinute(1_200), null),
  /** Downloads of the store. A build needs one, or three with retries. */
  store: ofWork({ burst: 3, daily: 6 }, null, 2),
  /** Downloads of tables, each range of one counted: a check of all files needs ten, DuckDB over HTTP a few for each file. */
  table: ofWork({ burst: 20, daily: 40 }, null, 4),
  /** Steps of signing in; it takes two. */
  'sign-in': ofWork({ burst: 20, daily: 200 }, { burst: 1_200, daily: 40_000 }),
  /** Accounts that are new. */
  'sign-up': ofWork({ burst: 5, daily: 20 }, { burst: 120, daily: 4_000 }),
  /** Other requests of the account page. */
  account: ofWork(aMinute(120), null),
  /** Scans of the wallet page by who is not signed in. The site's own limit is beside these: it is another on each host. */
  scan: ofWork(PAGE_SCANS.address, null, 4),
  /** Those of accounts: several people may share an address, and one person may have several accounts. */
  'account-scan': ofWork(times(2, PAGE_SCANS.account), null, 2),
  /** Webhooks that are made. */
  webhook: ofWork({ burst: 20, daily: 40 }, { burst: 240, daily: 4_000 }),
  /** Tests of webhooks: each is a request to a server that may not be the caller's. */
  'webhook-test': ofWork({ burst: 10, daily: 100 }, { burst: 240, daily: 10_000 }),
  /** Challenges of webhooks, likewise. */
  challenge: ofWork({ burst: 10, daily: 100 }, { burst: 240, daily: 10_000 }),
  /** Mails that ask an address whether it wants alerts. */
  confirmation: ofWork({ burst: 3, daily: 10 }, { burst: 60, daily: 1_000 }, 4),
} as const satisfies Record<string, Scopes>

export type AdmissionKind = keyof typeof ADMISSION

/** Limits of one account. */
export const ACCOUNT_LIMITS = {
  /** Keys that it may make, revoked ones included. */
  key: { burst: 20, daily: 20 },
  /** Webhooks that it may make, deleted ones included. */
  webhook: { burst: 20, daily: 20 },
  'webhook-test': { burst: 5, daily: 50 },
  challenge: { burst: 5, daily: 50 },
  confirmation: { burst: 2, daily: 10 },
} as const satisfies Record<string, Limits>

/** Confirmation mails to one mailbox, of all accounts together: so that it is not flooded. */
export const MAILBOX_LIMITS: Limits = { burst: 2, daily: 3 }

/**
 * Scans of the wallet page a day, of all visitors, that a site on Netlify's free plan affords: 0.014 credits each, so 1.4 a day and 43 in a
 * month of 31 days, of the 103 that deploys and downloads leave.
 */
export const NETLIFY_SCANS = 100

/** The same for a machine of one's own, unless it is set: the public nodes that a scan asks are shared with everyone. */
export const NODE_SCANS = 2_000

/** A minute, of all visitors: a scan takes up to eight seconds. */
export const SITE_SCANS_A_MINUTE = 20

/**
 * Kilobytes of downloads a day that a site on Netlify's free plan affords: 20 credits a gigabyte ("How credits work", read 2026-11-21), so
 * 2 credits a day and 62 in a month of 31 days, of 300. Nine deploys cost 135; 103 are left for requests and as a reserve.
 */
export const NETLIFY_DOWNLOAD_KB = 100_000

/** The same for a machine of one's own, unless it is set: 100 GB. */
export const NODE_DOWNLOAD_KB = 100_000_000

/** How a file of the site is counted when it is downloaded; null for pages, manifests, signatures and keys, which are small. */
export function downloadKind(pathname: string): 'store' | 'table' | null {
  if (pathname.endsWith('.zst')) return 'store'
  return /^\/bulk\/.*\.(parquet|gz|csv|sqlite)$/.test(pathname) ? 'table' : null
}
