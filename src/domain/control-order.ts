import type { ControlPath } from './control.ts'

/**
 * Order of the actors when the delay is the same, 0-10, weakest last: no one, a vote, many signers, few signers, an actor of whom
 * nothing is known, one key, anyone. What is not known is never better than what is known to be weak, except one key itself.
 */
const VOTE = 5
const HIDDEN = 9
const ONE_KEY = 9.5

/**
 * Share of the weakness that is left after a delay, by hours, in straight lines over the logarithm of the hours.
 * A week halves it: the time in which most users can leave.
 */
const AFTER_HOURS: readonly (readonly [hours: number, share: number])[] = [
  [0, 1],
  [1, 0.97],
  [24, 0.85],
  [48, 0.75],
  [168, 0.5],
  [336, 0.4],
  [720, 0.3],
]

const HOUR = 3600

/**
 * How weak a path is, 0 (no one) to 10 (anyone, at once), for the order of paths only. A higher threshold or a longer delay never makes
 * it weaker; a delay that is not known counts as none.
 */
export function weakness(path: ControlPath): number {
  return actorWeakness(path) * shareAfter((path.delaySeconds ?? 0) + (path.voteSeconds ?? 0))
}

/** Sorts the weakest path first. Equally weak ones follow in an order that does not depend on where they were. */
export function byWeakness(a: ControlPath, b: ControlPath): number {
  return weakness(b) - weakness(a) || compareText(identity(a), identity(b))
}

function actorWeakness({ actor, threshold, signers }: ControlPath): number {
  switch (actor) {
    case 'nobody':
      return 0
    case 'anyone':
      return 10
    case 'eoa':
      return ONE_KEY
    case 'governor':
      return VOTE
    case 'timelock':
    case 'unidentified':
      return HIDDEN
    case 'safe':
    case 'curated':
      return threshold === null || signers === null ? HIDDEN : signerWeakness(threshold, signers)
  }
}

function signerWeakness(threshold: number, signers: number): number {
  if (threshold <= 1) return ONE_KEY
  if (threshold === 2 || threshold * 2 < signers) return 8
  if (threshold === 3) return 7
  return threshold >= 5 && threshold * 2 > signers ? 6 : 6.5
}

function shareAfter(seconds: number): number {
  const hours = Math.max(0, seconds / HOUR)
  const next = AFTER_HOURS.findIndex(([limit]) => hours < limit)
  const [to, from] = [AFTER_HOURS.at(next), AFTER_HOURS[next - 1]]
  if (next === -1 || !from || !to) return AFTER_HOURS.at(-1)?.[1] ?? 1
  const part = (Math.log1p(hours) - Math.log1p(from[0])) / (Math.log1p(to[0]) - Math.log1p(from[0]))
  return from[1] + part * (to[1] - from[1])
}

function identity(path: ControlPath): string {
  return JSON.stringify([path.actor, path.address, path.delaySeconds, path.voteSeconds, path.via])
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
