import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { doubtPaths, pathsOf } from './doubt.ts'

/** Reads some of the contracts again, from one node alone. Null when that node cannot be read. */
export type ReadAgain = (contracts: readonly ContractControl[]) => Promise<ContractControl[] | null>

const NOT_CONFIRMED = 'not confirmed by a second node'

export interface Witnesses {
  /** What other sources and earlier readings say: one of them is enough. */
  recorded: readonly ContractControl[]
  /** Other nodes, asked one after the other until everything is confirmed. */
  others: readonly ReadAgain[]
  /** How many of them must read the same: one, or two when the first reading came from several nodes. */
  needed: number
}

/**
 * Checks what would accuse or flatter: that one key, a module's key or anyone can act, that nobody can, or that a contract is
 * paused. Such a fact stays only when a second node reads the same, or a record says so; otherwise its path is unidentified.
 */
export async function confirm(
  read: readonly ContractControl[],
  { recorded, others, needed }: Witnesses,
): Promise<ContractControl[]> {
  /** By contract and claim: how much was said for it. */
  const votes = new Map<string, number>()
  const add = (rows: readonly ContractControl[], weight: number) => {
    const claims = new Set(rows.flatMap((row) => claimsOf(row).map((claim) => keyOf(row, claim))))
    for (const key of claims) votes.set(key, (votes.get(key) ?? 0) + weight)
  }
  const isConfirmed = (control: ContractControl) => (claim: Claim) =>
    (votes.get(keyOf(control, claim)) ?? 0) >= needed
  add(recorded, needed)
  for (const readAgain of others) {
    const open = read.filter((control) => !claimsOf(control).every(isConfirmed(control)))
    if (open.length === 0) break
    add((await readAgain(open)) ?? [], 1)
  }
  return read.map((control) => withoutUnconfirmed(control, isConfirmed(control)))
}

function keyOf({ chain, address }: ContractControl, claim: Claim): string {
  return `${chain} ${address} ${claim}`
}

/** What a contract is said to allow, in a form in which two readings compare. */
type Claim = string

const PAUSED: Claim = 'paused'
const CHECKED: readonly ControlPath['actor'][] = ['nobody', 'eoa', 'anyone']

function isChecked({ actor, proof }: ControlPath): boolean {
  return CHECKED.includes(actor) && proof !== 'curated'
}

function claimOf(kind: string, { actor, address, delaySeconds }: ControlPath): Claim {
  return [kind, actor, actor === 'nobody' ? null : address, delaySeconds].join(' ')
}

function claimsOf(control: ContractControl): Claim[] {
  const claims = pathsOf(control).flatMap(({ kind, path }) =>
    isChecked(path) ? [claimOf(kind, path)] : [],
  )
  return control.pause?.pausedNow === true ? [...claims, PAUSED] : claims
}

/** A pause that nobody confirmed is not known; a contract that is not paused needs no witness. */
function withoutUnconfirmed(
  control: ContractControl,
  isConfirmed: (claim: Claim) => boolean,
): ContractControl {
  const checked = doubtPaths(control, (path, kind) =>
    isChecked(path) && !isConfirmed(claimOf(kind, path)) ? NOT_CONFIRMED : null,
  )
  const isDoubtful = checked.pause?.pausedNow === true && !isConfirmed(PAUSED)
  return isDoubtful && checked.pause
    ? { ...checked, pause: { ...checked.pause, pausedNow: null } }
    : checked
}
