import { decodeReply } from '../chains/evm/viem.ts'
import { numberAnswer, plausibleSeconds } from './answers.ts'
import { tryRead } from './ask-getters.ts'
import type { GraphNode } from './graph.ts'

const CLOCK_MODE = 'function CLOCK_MODE() view returns (string)'

/**
 * How long a vote of a governor takes, in seconds: the delay before it and its period. Governors count in blocks unless their clock
 * says otherwise (ERC-6372); null where blocks have no constant length, the governor does not say, or it takes longer than any vote.
 */
export function voteSeconds({ answers }: GraphNode, secondsPerBlock: number | null): number | null {
  const delay = numberAnswer(answers.get('votingDelay()'))
  const period = numberAnswer(answers.get('votingPeriod()'))
  if (delay === null || period === null) return null
  const answer = answers.get('CLOCK_MODE()')
  const mode = answer ? tryRead(() => decodeReply(CLOCK_MODE, answer)) : null
  if (mode?.includes('mode=timestamp')) return plausibleSeconds(delay + period)
  return secondsPerBlock === null ? null : plausibleSeconds((delay + period) * secondsPerBlock)
}
