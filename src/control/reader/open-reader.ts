import { openAtBlock } from './fixed-block.ts'
import { connectNode, type ReaderOptions } from './node-reader.ts'
import { createQuorum, type QuorumReader } from './quorum.ts'

export type OpenedReader = { reader: QuorumReader } | { failed: 'stale' | 'node-failed' }

/** Nodes of one chain that are asked at most. */
const MAX_NODES = 6
/** How long a node may be slower than two that agree. */
const GRACE_MS = 4_000

/** Opens a reader at one block of a chain that takes only what two nodes answer alike. Never rejects. */
export async function openReader(options: ReaderOptions): Promise<OpenedReader> {
  const nodes = [...new Set(options.urls)]
    .slice(0, MAX_NODES)
    .map((url) => connectNode(options, url))
  const opened = await openAtBlock(nodes, options)
  if ('failed' in opened) return opened
  return { reader: createQuorum(opened.readers, options.hedgeMs ?? GRACE_MS) }
}
