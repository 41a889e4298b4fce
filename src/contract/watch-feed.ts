/** Path of the feed of a watchlist. Without schemas, for scripts of pages. */
export const WATCH_FEED = '/feeds/watch.xml'

/** Protocols of one feed. */
export const MAX_FEED_PROTOCOLS = 100

/** The address of a feed of these protocols, below the root. */
export function watchFeedPath(ids: readonly string[]): string {
  return `${WATCH_FEED}?ids=${ids.slice(0, MAX_FEED_PROTOCOLS).map(encodeURIComponent).join(',')}`
}
