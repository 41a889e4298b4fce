import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { isDoubtedAccount } from './aliases.ts'
import { type PathKind, pathsOf } from './doubt.ts'

/** One thing that a reading says about a contract, in a form in which two readings compare. */
export type Claim = string

/**
 * Everything that a reading says about a contract and that another node can confirm: each path, that there are no others, that nothing
 * is deployed or that nobody can pause, and whether it is paused. What is unknown claims nothing, nor does what nobody confirmed.
 */
export function claimsOf(control: ContractControl): Claim[] {
  const { codeChange, powers, pause } = control
  return [
    ...pathsOf(control).flatMap(({ kind, path }) => (isClaim(path) ? [pathClaim(kind, path)] : [])),
    ...(codeChange.known && codeChange.complete ? [wholeClaim('code', codeChange.paths)] : []),
    ...(!codeChange.known && codeChange.why === 'no-code' ? [NO_CODE] : []),
    ...powers.flatMap(({ getter, paths }) =>
      paths.every(isClaim) ? [wholeClaim(getter, paths)] : [],
    ),
    ...(pause?.complete ? [wholeClaim('pause', pause.paths)] : []),
    ...(pause === null ? [noPauseClaim(control)] : []),
    ...(typeof pause?.pausedNow === 'boolean' ? [pausedClaim(pause.pausedNow)] : []),
  ]
}

/** False for a path to somebody of whom nothing is known, and for one that nobody confirmed. */
export function isClaim({ actor, address, proof }: ControlPath): boolean {
  return proof !== 'unconfirmed' && (actor !== 'unidentified' || address !== null)
}

/** Who acts, and when. Contracts on the way are left out: records name fewer of them. */
export function pathClaim(kind: PathKind, path: ControlPath): Claim {
  return `${kind} ${termsOf(path)}`
}

/** That there are no other paths. */
export function wholeClaim(kind: PathKind, paths: readonly ControlPath[]): Claim {
  const terms = new Set(paths.map(termsOf))
  return `${kind} only ${[...terms].sort().join(', ')}`
}

/** That nothing was found that could pause it, and no powers but these. */
export function noPauseClaim({ powers }: ContractControl): Claim {
  return `no pause, ${powers.map(({ getter }) => getter).sort()}`
}

export function pausedClaim(isPaused: boolean): Claim {
  return `paused ${isPaused}`
}

export const NO_CODE: Claim = 'no code'

function termsOf(path: ControlPath): string {
  const { threshold, signers, delaySeconds, voteSeconds } = path
  // The next run reads it as a person's again, before it doubts.
  const actor = isDoubtedAccount(path) ? 'eoa' : path.actor
  const address = actor === 'nobody' ? null : path.address
  return [actor, address, threshold, signers, delaySeconds, voteSeconds].join(' ')
}
