import type { ControlGap, ControlPath } from './control.ts'
import type { Unconfirmed } from './node-answers.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Why it is not known who can change a contract, as the end of a sentence that starts with `not known: `. */
export const GAP_WORDS: Record<ControlGap, string> = {
  'no-code': 'there is no code at the address',
  'not-listable': 'the contract does not list who holds the role',
  unidentified: 'nothing that was read names them',
  'unknown-proxy': 'it delegates to code that no known slot names',
  'node-failed': 'no node answered',
  'not-recorded': 'the record does not say',
}

/** Why a reading is not confirmed, as the end of a sentence that starts with `not confirmed: `. */
export const UNCONFIRMED_WORDS: Record<Unconfirmed, string> = {
  'one-node': 'one node alone answered',
  disagreement: 'no two nodes gave the same answer',
}

/** Why it is not known who can change a contract, as the end of a sentence that starts with `not known: `. */
export function formatGap(why: ControlGap | null, unconfirmed: Unconfirmed | undefined): string {
  return unconfirmed ? UNCONFIRMED_WORDS[unconfirmed] : GAP_WORDS[why ?? 'not-recorded']
}

/** A length of time in words, such as `2 days` or `18 hours`. Rounded down, so that it is never longer than it is. */
export function formatDuration(seconds: number): string {
  if (seconds >= 2 * DAY || (seconds >= DAY && seconds % DAY === 0)) {
    return counted(seconds / DAY, 'day')
  }
  if (seconds >= HOUR) return counted(seconds / HOUR, 'hour')
  if (seconds >= MINUTE) return counted(seconds / MINUTE, 'minute')
  return counted(seconds, 'second')
}

/** When a path takes effect, such as `after 2 days`, `at once` or `after a vote; delay not recorded`. */
export function formatDelay({ actor, delaySeconds, voteSeconds }: ControlPath): string {
  const vote = formatVote(actor, voteSeconds)
  if (delaySeconds === null)
    return vote === null ? 'delay not recorded' : `${vote}; delay not recorded`
  if (delaySeconds === 0) return vote === null ? 'at once' : vote
  const delay = formatDuration(delaySeconds)
  return vote === null ? `after ${delay}` : `${vote} and ${delay}`
}

/** The vote on a path; null without one. The length of the vote of a governor may be unknown. */
function formatVote(actor: ControlPath['actor'], voteSeconds: number | null): string | null {
  if (voteSeconds !== null && voteSeconds > 0)
    return `after a vote of ${formatDuration(voteSeconds)}`
  return actor === 'governor' && voteSeconds === null ? 'after a vote' : null
}

/** Who acts at the end of a path, such as `3 of 6 signers of a Safe`. */
export function formatActor(path: ControlPath): string {
  const { actor, threshold, signers } = path
  const counts =
    threshold === null || signers === null
      ? null
      : signers === 1
        ? 'the one signer'
        : `${threshold} of ${signers} signers`
  switch (actor) {
    case 'nobody':
      return 'no one'
    case 'anyone':
      return 'anyone'
    case 'eoa':
      return 'one key'
    case 'safe':
      return counts === null ? 'a Safe with signers that are not recorded' : `${counts} of a Safe`
    case 'multisig':
      return `${counts ?? 'signers'} of a multisig`
    case 'governor':
      return 'governance'
    case 'timelock':
      return 'a timelock with proposers whose addresses are not recorded'
    case 'curated':
      return counts === null ? 'a governance contract' : `${counts} of a multisig`
    case 'unidentified':
      return formatUnidentified(path)
  }
}

/** A record may have the name of a contract and no more. An address alone may be of anything. */
function formatUnidentified({ address, note }: ControlPath): string {
  if (address === null) return 'someone not identified'
  const [, name] = note?.match(/^a contract named (\w{1,60})$/) ?? []
  return name ? `a contract named ${name}` : 'an address that is not identified'
}

/** True for what one node says and nothing confirmed: never stated as a fact. */
export function isOneNodesWord({ proof }: ControlPath): boolean {
  return proof === 'unconfirmed'
}

function counted(amount: number, unit: string): string {
  const shown = Math.floor(amount * 10) / 10
  return `${shown} ${unit}${shown === 1 ? '' : 's'}`
}
