import type { CodeChange, ControlGap, ControlPath } from '../../domain/control.ts'
import type { Methodology, Parameters } from '../methodology.ts'

const HOUR = 3_600

/** A single key, or someone who cannot be seen. Hiding who acts must not look better than one key, so both count the same. */
const ALONE: ReadonlySet<ControlPath['actor']> = new Set([
  'eoa',
  'anyone',
  'unidentified',
  'timelock',
])

/**
 * Risk points 0-10 of one path: those of the actor, times the factor of the delay. A delay shorter than the time that leaving
 * takes earns nothing; neither does one that is not known. Where the record is silent on who acts, no more than if nothing were known.
 */
export function pathPoints(
  path: ControlPath,
  secondsToLeave: number,
  { parameters: { control }, signals }: Methodology,
): number {
  const alone = actorPoints(path, control.actors)
  const delay = noticeOf(path)
  const points = delay <= secondsToLeave ? alone : alone * delayFactor(delay, control.delayFactors)
  return isSilent(path) ? Math.min(points, signals.upgradePath.prior) : points
}

/**
 * True for a timelock of which a public record names the delay and not who proposes. That is a gap of the record, not of the contract: a protocol
 * cannot hide in it, since on the chain someone who is not listed or identified counts as one key.
 */
export function isSilent({ actor, proof, delaySeconds }: ControlPath): boolean {
  return actor === 'timelock' && proof === 'recorded' && (delaySeconds ?? 0) > 0
}

/** Seconds between the announcement of a change on this path and the change: the delay, and the vote where a governor decides. */
export function noticeOf({ actor, delaySeconds, voteSeconds }: ControlPath): number {
  return (delaySeconds ?? 0) + (actor === 'governor' ? (voteSeconds ?? 0) : 0)
}

/** True when one key, or an unseen actor, acts on this path. */
export function isSingleKey({ actor, threshold }: ControlPath): boolean {
  return ALONE.has(actor) || (threshold !== null && threshold <= 1)
}

function actorPoints(path: ControlPath, points: Parameters['control']['actors']): number {
  const { actor, threshold, signers } = path
  const { governor, multisigs, unknownMultisig, alone } = points
  if (actor === 'nobody') return points.nobody
  if (actor === 'governor') return governor
  if (isSingleKey(path)) return alone
  if (threshold === null || signers === null) return unknownMultisig
  const isMajority = threshold * 2 > signers
  // A multisig without a majority counts as the weakest that needs two.
  const counted = isMajority ? threshold : 2
  return multisigs.findLast(({ threshold: least }) => counted >= least)?.points ?? alone
}

/** 1 without a delay; in straight lines over the logarithm of the hours from the first hour on. */
function delayFactor(seconds: number, factors: Parameters['control']['delayFactors']): number {
  const hours = seconds / HOUR
  let before = { hours: 0, factor: 1 }
  for (const next of factors) {
    if (hours <= next.hours) {
      const share =
        before.hours === 0
          ? hours / next.hours
          : Math.log(hours / before.hours) / Math.log(next.hours / before.hours)
      return before.factor + share * (next.factor - before.factor)
    }
    before = next
  }
  return before.factor
}

/** The answers that say nothing of a contract: a record is silent, or our address or the node's chain is wrong. */
const SILENT: ReadonlySet<ControlGap> = new Set(['not-recorded', 'no-code'])

/** The paths by which the code can change, with `UNSEEN` where there may be others. Null where nothing was said of the contract. */
export function pathsOf(change: CodeChange): ControlPath[] | null {
  if (change.known) return withUnseen(change)
  return SILENT.has(change.why) ? null : [UNSEEN]
}

/** The listed paths, and `UNSEEN` when there may be others. */
export function withUnseen({
  paths,
  complete,
}: {
  paths: readonly ControlPath[]
  complete: boolean
}): ControlPath[] {
  return complete ? [...paths] : [...paths, UNSEEN]
}

/** Represents the paths that were not seen: no actor is as bad as one key at once, so that hiding a path never helps. */
export const UNSEEN: ControlPath = {
  actor: 'unidentified',
  address: null,
  threshold: null,
  signers: null,
  delaySeconds: null,
  voteSeconds: null,
  via: [],
  proof: 'read',
  note: null,
}
