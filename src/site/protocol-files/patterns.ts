/** Where the files of a protocol are on the site, and what they are. */
export const PROTOCOL_FILES = {
  '/badge/[name].svg': 'image/svg+xml',
  '/embed/[name]/index.html': 'text/html; charset=utf-8',
  '/protocol/[name]/feed.atom': 'application/atom+xml; charset=utf-8',
  '/protocol/[name]/feed.json': 'application/feed+json; charset=utf-8',
  '/protocol/[name]/index.html': 'text/html; charset=utf-8',
  '/og/[name].png': 'image/png',
  '/og/[name].json': 'application/json; charset=utf-8',
} as const
