import * as z from 'zod'
import { type Block, isCurrent } from '../../chains/evm/block.ts'
import { tagOf } from '../../chains/evm/bundler.ts'
import type { NoteFailure } from '../../chains/nodes/node-failures.ts'
import type { ChainNode, NodeReader, ReaderOptions } from './node-reader.ts'

/** How far behind the newest block the reader goes where no finalized block is usable: beyond the usual reorganisations. */
const BEHIND = 10n
/** A finalized block that is older than this is not used: some rollups take hours, and their nodes drop the state. */
const MAX_FINALIZED_AGE_SECONDS = 3_600

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/)
  .transform(BigInt)
const blockSchema = z
  .looseObject({
    number: quantity,
    timestamp: quantity,
    hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  })
  .transform(({ number, timestamp, hash }) => ({ number, time: Number(timestamp), hash }))
type Header = z.infer<typeof blockSchema>

/** Nodes that are at the same block, or why there are none. */
export type FixedBlock = { readers: NodeReader[] } | { failed: 'stale' | 'node-failed' }

/**
 * Opens nodes at one block that they all have under the same hash: the finalized one, or where fewer than two have its state, one ten
 * blocks behind the newest. No single node chooses it: of three, the middle one counts, of two the lower. One node alone is opened at
 * its own. `stale`: the newest block of every node is too old.
 */
export async function openAtBlock(
  nodes: readonly ChainNode[],
  { chain, now, onFailure }: Pick<ReaderOptions, 'chain' | 'now' | 'onFailure'>,
): Promise<FixedBlock> {
  const isRecent = (block: Block, more = 0) => isCurrent(block, chain.maxLagSeconds + more, now())
  const asked = await Promise.all(nodes.map((node) => headOf(node, isRecent)))
  const heads = asked.flatMap(({ head }) => head ?? [])
  if (heads.length === 0) {
    return { failed: asked.some(({ isStale }) => isStale) ? 'stale' : 'node-failed' }
  }
  const current = nodes.filter((_, at) => asked[at]?.head)
  let best: NodeReader[] = []
  for (const number of candidates(heads)) {
    const named = await Promise.all(current.map((node) => headerAt(node, number)))
    const found = current.flatMap((node, at) => {
      const header = named[at]
      return header && isRecent(header, MAX_FINALIZED_AGE_SECONDS) ? [{ node, header }] : []
    })
    const same = agreeing(found, onFailure)
    const opened = await Promise.all(same.map(({ node, header }) => node.readAt(header)))
    const readers = opened.filter((reader) => reader !== null)
    if (readers.length > best.length) best = readers
    if (best.length > 1) break
  }
  return best.length === 0 ? { failed: 'node-failed' } : { readers: best }
}

interface Heads {
  latest: Header
  finalized: Header | null
}

/** The newest and the finalized block of a node; no head when the node fails or is behind its chain. */
async function headOf(
  { batch }: ChainNode,
  isRecent: (block: Block) => boolean,
): Promise<{ head: Heads | null; isStale: boolean }> {
  let isStale = false
  const outcomes = await batch.ask(['latest', 'finalized'].map(blockQuestion), (value, at) => {
    const block = blockSchema.safeParse(value)
    if (!block.success) return false
    if (at > 0 || isRecent(block.data)) return true
    isStale = true
    return 'is behind its chain'
  })
  const [latest, finalized] = outcomes.map((outcome) =>
    outcome.kind === 'value' ? blockSchema.parse(outcome.value) : null,
  )
  return { head: latest ? { latest, finalized: finalized ?? null } : null, isStale }
}

/** Numbers of blocks that may be read, best first. */
function candidates(heads: readonly Heads[]): bigint[] {
  const finalized = heads.flatMap(({ latest, finalized: own }) =>
    own && own.number <= latest.number && latest.time - own.time <= MAX_FINALIZED_AGE_SECONDS
      ? [own.number]
      : [],
  )
  const latest = middleOf(heads.map((head) => head.latest.number))
  const behind = latest > BEHIND ? latest - BEHIND : 1n
  const isShared = finalized.length >= Math.min(2, heads.length)
  return isShared ? [middleOf(finalized), behind] : [behind]
}

/** The middle one of some numbers, the lower of two. */
function middleOf(numbers: readonly bigint[]): bigint {
  const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}

async function headerAt({ batch }: ChainNode, number: bigint): Promise<Header | null> {
  const [outcome] = await batch.ask([blockQuestion(tagOf({ number }))], (value) => {
    const block = blockSchema.safeParse(value)
    return block.success && block.data.number === number
  })
  return outcome?.kind === 'value' ? blockSchema.parse(outcome.value) : null
}

/** Those of the block that most name; none when as many name another. */
function agreeing<Named extends { node: ChainNode; header: Header }>(
  found: readonly Named[],
  onFailure: NoteFailure | undefined,
): Named[] {
  const groups = [
    ...Map.groupBy(found, ({ header }) => `${header.hash} ${header.time}`).values(),
  ].sort((a, b) => b.length - a.length)
  const [first = [], second = []] = groups
  const most = first.length > second.length ? first : []
  for (const each of found) {
    if (!most.includes(each)) onFailure?.(each.node.url, 'names another block than the others')
  }
  return most
}

function blockQuestion(tag: string) {
  return { method: 'eth_getBlockByNumber', params: [tag, false] }
}
