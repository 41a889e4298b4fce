import * as z from 'zod'
import type { Block } from '../../../wallet/evm/client/block.ts'
import { isCurrent } from '../../../wallet/evm/client/block.ts'
import type { ChainTarget } from '../../../wallet/evm/client/multicall.ts'
import type { Ladder } from './ladder.ts'

/** How far behind the newest block the reader goes where no finalized block is usable: beyond the usual reorganisations. */
const BEHIND = 10n
/** A finalized block that is older than this is not used: some rollups take hours, and their nodes drop the state. */
const MAX_FINALIZED_AGE_SECONDS = 3_600

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/)
  .transform(BigInt)
const blockSchema = z
  .looseObject({ number: quantity, timestamp: quantity })
  .transform(({ number, timestamp }): Block => ({ number, time: Number(timestamp) }))

/** The blocks that may be read, best first. `stale`: the newest block of every node is too old. */
export type BlockChoice = { blocks: Block[] } | { failed: 'stale' | 'node-failed' }

/** Chooses the finalized block of a chain, else one ten blocks behind the newest. `nowMs` is milliseconds since 1970. */
export async function chooseBlocks(
  chain: ChainTarget,
  ladder: Ladder,
  nowMs: number,
): Promise<BlockChoice> {
  let isStale = false
  const questions = ['latest', 'finalized'].map(blockQuestion)
  const [latest, finalized] = (
    await ladder.ask(questions, (value, at) => {
      const block = blockSchema.safeParse(value)
      if (!block.success) return false
      if (at > 0 || isCurrent(block.data, chain.maxLagSeconds, nowMs)) return true
      isStale = true
      return 'is behind its chain'
    })
  ).map((outcome) => (outcome.kind === 'value' ? blockSchema.parse(outcome.value) : null))
  if (!latest) return { failed: isStale ? 'stale' : 'node-failed' }
  const isUsable =
    finalized &&
    finalized.number <= latest.number &&
    latest.time - finalized.time <= MAX_FINALIZED_AGE_SECONDS
  const behind = await blockAt(ladder, latest.number > BEHIND ? latest.number - BEHIND : 1n)
  const blocks = [...(isUsable ? [finalized] : []), ...(behind ? [behind] : [])]
  return blocks.length === 0 ? { failed: 'node-failed' } : { blocks }
}

async function blockAt(ladder: Ladder, number: bigint): Promise<Block | null> {
  const [outcome] = await ladder.ask([blockQuestion(`0x${number.toString(16)}`)], (value) => {
    const block = blockSchema.safeParse(value)
    return block.success && block.data.number === number
  })
  return outcome?.kind === 'value' ? blockSchema.parse(outcome.value) : null
}

function blockQuestion(tag: string) {
  return { method: 'eth_getBlockByNumber', params: [tag, false] }
}
