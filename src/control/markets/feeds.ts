import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import type { ControlPath } from '../../domain/control.ts'
import type { Feed, FeedKind, GapReason } from '../../domain/market.ts'
import type { ChainReader } from '../chain-reader.ts'
import { pathTo } from '../paths.ts'
import { plausibleWait } from './draft.ts'
import { type FeedNode, readFeedNodes } from './feed-nodes.ts'

/** From the least to the most that one has to trust: an adapter is of the last kind among its feeds. */
const KINDS: FeedKind[] = ['rate', 'aggregator', 'capped-rate', 'twap', 'unidentified', 'updater']

/** The feed at an address, or why it could not be read; null without an address. */
export type FindFeed = (address: Address | null) => Feed | GapReason | null

/**
 * Reads the feeds at these addresses. `time`: seconds since 1970 at the block; without it no age is known. Kinds come from
 * the code: `updater` is never given here, since code does not show that a single account writes the price.
 */
export async function readFeeds(
  reader: ChainReader,
  addresses: readonly Address[],
  time: bigint | null,
): Promise<FindFeed> {
  const nodes = await readFeedNodes(reader, addresses)
  return (address) => (address === null ? null : resolveFeed(address, nodes, time, []))
}

/** What is known of a feed, or why a contract of it could not be read. */
function resolveFeed(
  address: Address,
  nodes: ReadonlyMap<Address, FeedNode>,
  time: bigint | null,
  via: readonly Address[],
): Feed | GapReason {
  const node = nodes.get(address)
  if (!node) return 'node-failed'
  if (node.unread) return node.unread
  // An adapter that is computed from itself.
  if (via.includes(address)) return 'unreadable'
  // Without the time of the block, the age of an update is hidden.
  if (time === null && (node.updates[0] ?? null) !== null) return 'node-failed'
  if (node.code.kind !== 'adapter') return leafOf(address, node, time, via)
  const parts: Feed[] = []
  for (const part of node.parts) {
    const read = resolveFeed(part, nodes, time, [...via, address])
    if (typeof read === 'string') return read
    parts.push(read)
  }
  return adapterOf(address, node, parts, via)
}

function leafOf(
  address: Address,
  { code, owner, updates }: FeedNode,
  time: bigint | null,
  via: readonly Address[],
): Feed {
  if (code.kind === 'constant') {
    return {
      address,
      kind: 'rate',
      owner: [{ ...ownerPath(ZERO_ADDRESS, via), proof: 'code' }],
      ageSeconds: null,
      intervalSeconds: null,
    }
  }
  const kind = code.kind === 'aggregator' || code.kind === 'twap' ? code.kind : 'unidentified'
  return {
    address,
    kind,
    owner: owner === null ? null : [ownerPath(owner, via)],
    ageSeconds: ageOf(updates[0] ?? null, time),
    intervalSeconds: intervalOf(updates),
  }
}

/**
 * A feed computed from others: as old as the oldest of them, and of the kind that one has to trust most. Its owners are not known where
 * another account has a say: one that sets a cap, or the rate of another contract.
 */
function adapterOf(
  address: Address,
  { code, owner, usesRate }: FeedNode,
  parts: readonly Feed[],
  via: readonly Address[],
): Feed {
  const kinds = parts.map(({ kind }) => kind)
  if (usesRate) kinds.push(code.isCapped ? 'capped-rate' : 'rate')
  const timed = parts.filter(({ kind }) => kind !== 'rate')
  const isTimed = timed.every(({ ageSeconds }) => ageSeconds !== null)
  const oldest = isTimed
    ? timed.toSorted((a, b) => (b.ageSeconds ?? 0) - (a.ageSeconds ?? 0))[0]
    : undefined
  const own = code.hasOwner ? [owner === null ? null : [ownerPath(owner, via)]] : []
  const hasOthers = usesRate || code.isCapped || parts.length === 0
  return {
    address,
    kind: kinds.length === 0 ? 'unidentified' : mostTrusting(kinds),
    owner: hasOthers ? null : allOwners([...own, ...parts.map((part) => part.owner)]),
    ageSeconds: oldest?.ageSeconds ?? null,
    intervalSeconds: oldest?.intervalSeconds ?? null,
  }
}

function mostTrusting(kinds: readonly FeedKind[]): FeedKind {
  return kinds.reduce((worst, kind) => (KINDS.indexOf(kind) > KINDS.indexOf(worst) ? kind : worst))
}

/** Everybody who can set a part of the price; null where one of them is not known. */
function allOwners(owners: readonly (readonly ControlPath[] | null)[]): ControlPath[] | null {
  const all: ControlPath[] = []
  for (const paths of owners) {
    if (paths === null) return null
    all.push(...paths)
  }
  return all
}

/** Who the owner is, is not known here: only its address. */
function ownerPath(owner: Address, via: readonly Address[]): ControlPath {
  const rest = { delaySeconds: null, voteSeconds: null, via: [...via] }
  return owner === ZERO_ADDRESS ? pathTo('nobody', null, rest) : pathTo('unidentified', owner, rest)
}

/** Seconds since an update; null without a time, and for an update in the future. */
function ageOf(updated: bigint | null, time: bigint | null): number | null {
  if (updated === null || time === null || updated === 0n || updated > time) return null
  return Number(time - updated)
}

/** The middle one of the times between consecutive rounds; null with fewer than two of them. */
function intervalOf(updates: readonly (bigint | null)[]): number | null {
  const gaps = updates.flatMap((time, index) => {
    const before = updates[index + 1] ?? null
    const gap =
      time !== null && before !== null && before > 0n ? plausibleWait(time - before) : null
    return gap !== null && gap > 0 ? [gap] : []
  })
  const sorted = gaps.toSorted((a, b) => a - b)
  return sorted.length < 2 ? null : (sorted[Math.floor(sorted.length / 2)] ?? null)
}
