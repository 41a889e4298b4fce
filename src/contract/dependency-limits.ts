/** Rows in one answer, largest first. */
export const MAX_EDGES = 60
export const MAX_BRIDGES = 20
export const MAX_DEPENDENTS = 200

/** Price sources of one protocol in its document. */
export const MAX_PRICE_SOURCES = 20
