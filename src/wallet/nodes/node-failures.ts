/** Of which nodes of one chain a scan got no answer that it could use: how, and how many questions each time. */
export interface NodeFailures {
  chain: string
  nodes: { host: string; failures: Record<string, number> }[]
}

/** Told of a node that failed, by its URL, and of how: a few words of our own, none of the node's. */
export type NoteFailure = (url: string, how: string) => void

/**
 * Counts the failures of one scan. What comes out holds the hosts of the nodes alone, since the rest of a URL may be a key,
 * and nothing of who was looked for.
 */
export function createFailureCount(): {
  on: (chain: string) => NoteFailure
  lines: () => NodeFailures[]
} {
  const chains = new Map<string, Map<string, Map<string, number>>>()
  return {
    on: (chain) => (url, how) => {
      const nodes = chains.get(chain) ?? new Map<string, Map<string, number>>()
      chains.set(chain, nodes)
      const host = URL.parse(url)?.host ?? 'unreadable'
      const failures = nodes.get(host) ?? new Map<string, number>()
      nodes.set(host, failures)
      failures.set(how, (failures.get(how) ?? 0) + 1)
    },
    lines: () =>
      [...chains].map(([chain, nodes]) => ({
        chain,
        nodes: [...nodes].map(([host, failures]) => ({
          host,
          failures: Object.fromEntries(failures),
        })),
      })),
  }
}
