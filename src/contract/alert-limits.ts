/** Webhooks of one account. */
export const MAX_WEBHOOKS = 3

/** Protocols that one webhook names, and thresholds that it watches. A file of its own, without the schemas, for scripts of pages. */
export const MAX_WATCHED = 50
