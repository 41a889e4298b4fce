import type { ControlPath } from './control.ts'

/**
 * Order of the actors when the delay is the same, 0-10, weakest last: no one, a vote, many signers, few signers, one key. Anyone, and
 * whoever cannot be seen, counts as one key. The numbers are those of `parameters.control` in `data/methodology.json`, which a test
 * compares, so that the page names the same path as the score.
 */
const VOTE = 5
const UNKNOWN_SIGNERS = 8
const ONE_KEY = 9.5
/** Signatures needed, and the weakness from that number on; for a multisig without a majority, that of two. */
const SIGNATURES: readonly (readonly [needed: number, weakness: number])[] = [
  [2, 8],
  [3, 7],
  [4, 6.5],
  [5, 6],
]

/** Share of the weakness that is left after a delay, by hours: in a straight line in the first hour, then over their logarithm. */
const AFTER_HOURS: readonly (readonly [hours: number, share: number])[] = [
  [1, 0.97],
  [24, 0.85],
  [48, 0.75],
  [168, 0.5],
  [336, 0.4],
  [720, 0.3],
]

const HOUR = 3600

/**
 * How weak a path is, 0 (no one) to 9.5 (one key, at once), for the order of paths only. A longer delay never makes it weaker, nor does a
 * vote of a governor; a delay that is not known counts as none.
 */
export function weakness(path: ControlPath): number {
  const { actor, delaySeconds, voteSeconds } = path
  const vote = actor === 'governor' ? (voteSeconds ?? 0) : 0
  return actorWeakness(path) * shareAfter((delaySeconds ?? 0) + vote)
}

/** Sorts the weakest path first. Equally weak ones follow in an order that does not depend on where they were. */
export function byWeakness(a: ControlPath, b: ControlPath): number {
  return weakness(b) - weakness(a) || compareText(identity(a), identity(b))
}

function actorWeakness({ actor, threshold, signers }: ControlPath): number {
  switch (actor) {
    case 'nobody':
      return 0
    case 'governor':
      return VOTE
    case 'eoa':
    case 'anyone':
    case 'timelock':
    case 'unidentified':
      return ONE_KEY
    case 'safe':
    case 'curated':
      return signerWeakness(threshold, signers)
  }
}

function signerWeakness(threshold: number | null, signers: number | null): number {
  if (threshold === 1) return ONE_KEY
  if (threshold === null || signers === null) return UNKNOWN_SIGNERS
  const counted = threshold * 2 > signers ? threshold : 2
  return SIGNATURES.findLast(([needed]) => counted >= needed)?.[1] ?? ONE_KEY
}

function shareAfter(seconds: number): number {
  const hours = Math.max(0, seconds / HOUR)
  let [from, share] = [0, 1]
  for (const [to, left] of AFTER_HOURS) {
    if (hours <= to) {
      const part = from === 0 ? hours / to : Math.log(hours / from) / Math.log(to / from)
      return share + part * (left - share)
    }
    ;[from, share] = [to, left]
  }
  return share
}

function identity(path: ControlPath): string {
  return JSON.stringify([path.actor, path.address, path.delaySeconds, path.voteSeconds, path.via])
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
