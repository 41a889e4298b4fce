import { type CallAnswer, type CallBatcher, LOST } from '../../chains/evm/batch-calls.ts'
import { type Call, call, type OwnedQuestion, tryDecode } from '../../chains/evm/call.ts'
import { encodeOwned } from '../../chains/evm/lens/owned.ts'

/** A service that knows the NFTs of an address in a collection. Most collections do not list them by owner. */
export interface NftIndex {
  /** At most as many ids as fit its limits. Throws when the service fails. */
  ids: (asked: OwnedQuestion, signal: AbortSignal) => Promise<bigint[]>
}

/** An index that takes longer is not waited for, so that time is left to ask the lens. */
const INDEX_MS = 1_500
const OWNER_OF = 'function ownerOf(uint256 id) view returns (address)'

/**
 * A batcher whose questions for the NFTs of an owner are answered by an index, which also knows those that the lens is too far from.
 * An index is late, and may be wrong: only the ids count whose owner the chain confirms. Where the index fails the lens is asked.
 */
export function withNftIndex(
  batcher: CallBatcher,
  { index, signal }: { index: NftIndex; signal: AbortSignal },
): CallBatcher {
  const idsOf = async (asked: OwnedQuestion): Promise<bigint[] | null> => {
    const ids = await index.ids(asked, AbortSignal.any([signal, AbortSignal.timeout(INDEX_MS)]))
    const replies = await batcher.run(ids.map((id) => call(asked.collection, OWNER_OF, [id])))
    const isLost = replies.some((reply) => !('ok' in reply))
    if (isLost) return null
    return ids.filter((_, at) => {
      const reply = replies[at]
      return reply && 'ok' in reply && tryDecode(reply, OWNER_OF) === asked.owner
    })
  }

  /** The answers to the questions of one owner and collection: all ids in the first. Null when the index does not know them. */
  const askIndex = async (calls: readonly Call[]): Promise<[Call, CallAnswer][] | null> => {
    const [first] = calls
    // An id may be one that no contract can be asked for.
    const ids = first?.owned ? await idsOf(first.owned).catch(() => null) : null
    if (ids === null) return null
    return calls.map((each) => [each, { ok: true, data: encodeOwned(each === first ? ids : []) }])
  }

  const askChain = async (calls: readonly Call[]): Promise<[Call, CallAnswer][]> => {
    const answers = await batcher.run(calls)
    return calls.flatMap((each, at): [Call, CallAnswer][] => {
      const answer = answers[at]
      return answer ? [[each, answer]] : []
    })
  }

  const run = async (calls: readonly Call[]): Promise<CallAnswer[]> => {
    const asked = calls.filter(({ owned }) => owned)
    if (asked.length === 0) return batcher.run(calls)
    const others = calls.filter(({ owned }) => !owned)
    const groups = Map.groupBy(asked, ({ owned }) => `${owned?.collection} ${owned?.owner}`)
    const found = await Promise.all([
      others.length > 0 ? askChain(others) : [],
      ...[...groups.values()].map(async (group) => (await askIndex(group)) ?? askChain(group)),
    ])
    const answers = new Map(found.flat())
    return calls.map((each) => answers.get(each) ?? LOST)
  }
  return { ...batcher, run }
}
