/** Replaces the types that the edge bundler would fetch from the network; nothing here runs. */
export type NetlifyGlobal = unknown
