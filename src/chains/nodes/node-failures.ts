/** The nodes of one chain that gave a scan no usable answer: how each failed, and for how many requests. */
export interface NodeFailures {
  chain: string
  nodes: { host: string; failures: Record<string, number> }[]
}

/** Receives the URL of a node that failed, and how it failed in a few words of ours, never the node's own. */
export type NoteFailure = (url: string, how: string) => void

/**
 * Counts the failures of one scan. The result holds only the hosts of the nodes, because the rest of a URL may be a key, and
 * nothing about the wallet.
 */
export function createFailureCount(): {
  on: (chain: string, nameOf?: (url: string) => string) => NoteFailure
  lines: () => NodeFailures[]
} {
  const chains = new Map<string, Map<string, Map<string, number>>>()
  return {
    on:
      (chain, nameOf = hostOf) =>
      (url, how) => {
        const nodes = chains.get(chain) ?? new Map<string, Map<string, number>>()
        chains.set(chain, nodes)
        const host = nameOf(url)
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

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'unreadable'
}
