import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import { call } from '../../chains/evm/call.ts'
import type { GapReason } from '../../domain/market.ts'
import type { CallResult, ChainCall, ChainReader } from '../chain-reader.ts'
import { FEED_OWNER, type FeedCode, LATEST_ROUND, readFeedCode } from './feed-code.ts'
import { askGroups, gapOf, valueIn } from './reading.ts'

const ROUND =
  'function getRoundData(uint80 round) view returns (uint80, int256, uint256, uint256, uint80)'

/** Adapters of adapters are followed this far; no known one is deeper than three. */
const MAX_DEPTH = 4
/** Feeds of one chain; Ethereum has about 250. */
const MAX_FEEDS = 2_000
/** Earlier rounds that are asked for the usual time between updates. */
const PAST_ROUNDS = 4
/** The lower bits of a round id count within one aggregator; a proxy puts the number of its aggregator above them. */
const ROUND_BITS = 64

/** One contract of a feed, as read. */
export interface FeedNode {
  code: FeedCode
  /** Feeds that an adapter names. */
  parts: Address[]
  /** The rate of another contract enters its price. */
  usesRate: boolean
  /** Null when it has none. */
  owner: Address | null
  /**
   * Why its parts, its age, its interval or its owner could not be read, which could make it worse; null where they were. Only code of Chainlink's kind must answer: in other
   * code the bytes of a selector may stand by chance, so a revert there says that there is no such getter. A feed that lies about its
   * times can always say "now", so a time that cannot be true is not worse than that.
   */
  unread: GapReason | null
  /** Seconds since 1970 of the last rounds, newest first; null for a round that could not be read. */
  updates: (bigint | null)[]
}

/**
 * Reads the contracts of these feeds, and of the feeds that they are computed from. A contract that no node could inspect is not in the
 * map. Two requests for each level of adapters, and one for the past rounds.
 */
export async function readFeedNodes(
  reader: ChainReader,
  feeds: readonly Address[],
): Promise<Map<Address, FeedNode>> {
  const nodes = new Map<Address, FeedNode>()
  let frontier = [...new Set(feeds)].slice(0, MAX_FEEDS)
  const seen = new Set(frontier)
  const rounds = new Map<Address, bigint>()
  for (let depth = 0; depth < MAX_DEPTH && frontier.length > 0; depth += 1) {
    const inspected = await reader.inspect(frontier)
    const codes = frontier.flatMap((address) => {
      const found = inspected.get(address)
      return found ? [{ address, code: readFeedCode(found.code) }] : []
    })
    const answers = await askOnce(
      reader,
      codes.map(({ address, code }) => callsFor(address, code)),
    )
    const next: Address[] = []
    codes.forEach(({ address, code }, index) => {
      const { node, round } = nodeOf(code, answers[index] ?? [])
      nodes.set(address, node)
      if (round !== null) rounds.set(address, round)
      next.push(...node.parts)
    })
    frontier = [...new Set(next)].filter((each) => !seen.has(each)).slice(0, MAX_FEEDS - seen.size)
    for (const each of frontier) seen.add(each)
  }
  await addPastRounds(reader, nodes, rounds)
  return nodes
}

function callsFor(feed: Address, code: FeedCode): ChainCall[] {
  return [
    ...(hasRounds(code) ? [call(feed, LATEST_ROUND, [])] : []),
    ...(code.hasOwner ? [call(feed, FEED_OWNER, [])] : []),
    ...[...code.parts, ...code.rates].map((getter) => call(feed, getter, [])),
  ]
}

/** A feed of no known kind may be behind a proxy, where its selectors are not seen. An adapter is as old as its parts. */
function hasRounds({ kind }: FeedCode): boolean {
  return kind === 'aggregator' || kind === 'unknown'
}

function nodeOf(code: FeedCode, results: CallResult[]): { node: FeedNode; round: bigint | null } {
  const named = [...results]
  const round = hasRounds(code) ? named.shift() : undefined
  const latest = valueIn(round, LATEST_ROUND)
  const ownerResult = code.hasOwner ? named.shift() : undefined
  const owner = valueIn(ownerResult, FEED_OWNER)
  const mustAnswer = code.kind === 'aggregator'
  const isLost = (result: CallResult | undefined, value: unknown) =>
    result?.kind === 'failed' || (mustAnswer && result !== undefined && value === null)
  // A feed of Chainlink's kind that was never updated has no price.
  const lost = [
    ...(isLost(round, latest?.[3] || null) ? [round] : []),
    ...(isLost(ownerResult, owner) ? [ownerResult] : []),
  ]
  const [parts = [], rates = []] = [code.parts, code.rates].map((getters, group) =>
    getters.flatMap((getter, index) => {
      const result = named[group * code.parts.length + index]
      const address = valueIn(result, getter)
      // A revert shows that it is not the getter of that selector.
      if (address === null && result?.kind !== 'reverted') lost.push(result)
      return address === null || address === ZERO_ADDRESS ? [] : [address]
    }),
  )
  const node = {
    code,
    parts,
    usesRate: rates.length > 0,
    owner,
    unread: lost.length > 0 ? gapOf(lost[0]) : null,
    updates: [latest?.[3] ?? null],
  }
  return { node, round: latest?.[0] ?? null }
}

/** Adds the times of the rounds before the latest one. */
async function addPastRounds(
  reader: ChainReader,
  nodes: ReadonlyMap<Address, FeedNode>,
  rounds: ReadonlyMap<Address, bigint>,
): Promise<void> {
  const wanted = [...rounds].flatMap(([address, round]) => {
    const node = nodes.get(address)
    const count = BigInt.asUintN(ROUND_BITS, round)
    return node?.code.kind === 'aggregator' && count > PAST_ROUNDS ? [{ address, round, node }] : []
  })
  const answers = await askOnce(
    reader,
    wanted.map(({ address, round }) =>
      Array.from({ length: PAST_ROUNDS }, (_, back) =>
        call(address, ROUND, [round - BigInt(back + 1)]),
      ),
    ),
  )
  wanted.forEach(({ node }, index) => {
    const times = (answers[index] ?? []).map((result) => valueIn(result, ROUND)?.[3] ?? null)
    node.updates.push(...times)
    // An aggregator that keeps no past rounds has no usual interval; one that no node answers for hides it.
    const isLost = (answers[index] ?? []).some(({ kind }) => kind === 'failed')
    if (isLost) node.unread ??= 'node-failed'
  })
}

async function askOnce(reader: ChainReader, groups: ChainCall[][]): Promise<CallResult[][]> {
  const reading = askGroups(groups)
  const step = reading.next()
  if (step.done) return step.value
  const end = reading.next(await reader.call(step.value))
  return end.done ? end.value : []
}
