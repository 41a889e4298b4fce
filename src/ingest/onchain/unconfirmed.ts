import type { CodeChange, ContractControl, ControlPath } from '../../domain/control.ts'
import {
  type Claim,
  isClaim,
  NO_CODE,
  noPauseClaim,
  pathClaim,
  pausedClaim,
  wholeClaim,
} from './claims.ts'
import { type PathKind, pathsOf } from './doubt.ts'
import { pathTo } from './ways.ts'

const ONE_NODE = 'one node only; not confirmed'
/** These accuse an address, or say that nothing can change: without a second node nobody is named. */
const NEVER_ALONE: readonly ControlPath['actor'][] = ['nobody', 'eoa', 'anyone', 'unidentified']

/** Somebody of whom one node speaks, or whom it may have left out. */
const NOT_CONFIRMED = pathTo('unidentified', null, {
  delaySeconds: null,
  voteSeconds: null,
  proof: 'unconfirmed',
  note: ONE_NODE,
})

/** True when a part of the reading comes from one node alone. */
export function isUnconfirmed(control: ContractControl): boolean {
  return pathsOf(control).some(({ path }) => path.proof === 'unconfirmed')
}

/** A contract of which nothing is known, because its nodes disagree. */
export function withoutReading(control: ContractControl): ContractControl {
  return {
    ...control,
    codeChange: { known: false, why: 'node-failed' },
    powers: [],
    pause: { paths: [], complete: false, pausedNow: null },
  }
}

/** The contract as a lower bound where nobody confirmed what was read. */
export function withUnconfirmed(
  control: ContractControl,
  isConfirmed: (claim: Claim) => boolean,
): ContractControl {
  const { codeChange, powers } = control
  const checked = (kind: PathKind, paths: readonly ControlPath[]) =>
    paths.map((path) =>
      isClaim(path) && !isConfirmed(pathClaim(kind, path)) ? unconfirmed(path) : path,
    )
  const isWhole = (kind: PathKind, paths: readonly ControlPath[]) =>
    isConfirmed(wholeClaim(kind, paths))
  return {
    ...control,
    codeChange: codeChange.known
      ? {
          known: true,
          paths: checked('code', codeChange.paths),
          complete: codeChange.complete && isWhole('code', codeChange.paths),
        }
      : gapOf(codeChange, isConfirmed),
    powers: powers.map(({ getter, paths }) => {
      const isOpen = paths.every(isClaim) && !isWhole(getter, paths)
      return { getter, paths: isOpen ? withOthers(checked(getter, paths)) : checked(getter, paths) }
    }),
    pause: pauseOf(control, checked, isWhole, isConfirmed),
  }
}

function unconfirmed(path: ControlPath): ControlPath {
  if (NEVER_ALONE.includes(path.actor) || path.threshold === 1) return NOT_CONFIRMED
  const note = path.note === null ? ONE_NODE : `${ONE_NODE}; ${path.note}`
  return { ...path, proof: 'unconfirmed', note }
}

/** A power has no word for "at least": what may be missing is a path of its own. */
function withOthers(paths: ControlPath[]): ControlPath[] {
  return paths.includes(NOT_CONFIRMED) ? paths : [...paths, NOT_CONFIRMED]
}

function gapOf(
  change: Extract<CodeChange, { known: false }>,
  isConfirmed: (claim: Claim) => boolean,
): CodeChange {
  const isOpen = change.why === 'no-code' && !isConfirmed(NO_CODE)
  return isOpen ? { known: false, why: 'node-failed' } : change
}

function pauseOf(
  control: ContractControl,
  checked: (kind: PathKind, paths: readonly ControlPath[]) => ControlPath[],
  isWhole: (kind: PathKind, paths: readonly ControlPath[]) => boolean,
  isConfirmed: (claim: Claim) => boolean,
): ContractControl['pause'] {
  const { pause } = control
  if (pause === null) {
    return isConfirmed(noPauseClaim(control))
      ? null
      : { paths: [], complete: false, pausedNow: null }
  }
  const { paths, complete, pausedNow } = pause
  return {
    paths: checked('pause', paths),
    complete: complete && isWhole('pause', paths),
    pausedNow: pausedNow !== null && isConfirmed(pausedClaim(pausedNow)) ? pausedNow : null,
  }
}
