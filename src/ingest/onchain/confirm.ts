import type { CodeChange, ContractControl, ControlPath } from '../../domain/control.ts'

/** Reads some of the contracts again, from one node alone. Null when that node cannot be read. */
export type ReadAgain = (contracts: readonly ContractControl[]) => Promise<ContractControl[] | null>

const NOT_CONFIRMED = 'not confirmed by a second node'

/**
 * Checks what would accuse or flatter: that one key, a module's key or anyone can act, that nobody can, or that a contract is
 * paused. Such a fact stays only when a second node reads the same, or a record says so (`recorded`: other sources and earlier
 * readings); otherwise its path is unidentified. `others` are read one after the other until everything is confirmed.
 */
export async function confirm(
  read: readonly ContractControl[],
  recorded: readonly ContractControl[],
  others: readonly ReadAgain[],
): Promise<ContractControl[]> {
  const witnesses = new Map<string, ContractControl[]>()
  const add = (rows: readonly ContractControl[]) => {
    for (const row of rows) witnesses.set(keyOf(row), [...(witnesses.get(keyOf(row)) ?? []), row])
  }
  const isOpen = (control: ContractControl) =>
    claimsOf(control).some((claim) => !isWitnessed(claim, witnesses.get(keyOf(control))))
  add(recorded)
  for (const readAgain of others) {
    const open = read.filter(isOpen)
    if (open.length === 0) break
    add((await readAgain(open)) ?? [])
  }
  return read.map((control) => withoutUnconfirmed(control, witnesses.get(keyOf(control)) ?? []))
}

function keyOf({ chain, address }: ContractControl): string {
  return `${chain} ${address}`
}

/** What a contract is said to allow, in a form in which two readings compare. */
type Claim = string

const CHECKED: readonly ControlPath['actor'][] = ['nobody', 'eoa', 'anyone']

function isChecked({ actor, proof }: ControlPath): boolean {
  return CHECKED.includes(actor) && proof !== 'curated'
}

function claimOf(kind: string, { actor, address, delaySeconds }: ControlPath): Claim {
  return [kind, actor, actor === 'nobody' ? null : address, delaySeconds].join(' ')
}

function claimsOf(control: ContractControl): Claim[] {
  const { codeChange, powers, pause } = control
  const ofPaths = (kind: string, paths: readonly ControlPath[]) =>
    paths.filter(isChecked).map((path) => claimOf(kind, path))
  return [
    ...(codeChange.known ? ofPaths('code', codeChange.paths) : []),
    ...powers.flatMap(({ getter, paths }) => ofPaths(getter, paths)),
    ...(pause ? ofPaths('pause', pause.paths) : []),
    ...(pause?.pausedNow === true ? ['paused'] : []),
  ]
}

function isWitnessed(claim: Claim, rows: readonly ContractControl[] = []): boolean {
  return rows.some((row) => claimsOf(row).includes(claim))
}

function withoutUnconfirmed(
  control: ContractControl,
  rows: readonly ContractControl[],
): ContractControl {
  const { codeChange, powers, pause } = control
  const check = (kind: string, paths: readonly ControlPath[]) =>
    paths.map((path) =>
      isChecked(path) && !isWitnessed(claimOf(kind, path), rows) ? unconfirmed(path) : path,
    )
  const isDoubted = (paths: readonly ControlPath[]) =>
    paths.some(({ note }) => note?.includes(NOT_CONFIRMED))
  const changed: CodeChange = codeChange.known
    ? { ...codeChange, paths: check('code', codeChange.paths) }
    : codeChange
  const stops = pause && check('pause', pause.paths)
  return {
    ...control,
    codeChange:
      changed.known && isDoubted(changed.paths) ? { ...changed, complete: false } : changed,
    powers: powers.map(({ getter, paths }) => ({ getter, paths: check(getter, paths) })),
    pause: pause && {
      paths: stops ?? [],
      complete: pause.complete && !isDoubted(stops ?? []),
      pausedNow: pause.pausedNow && isWitnessed('paused', rows) ? true : unpaused(pause.pausedNow),
    },
  }
}

/** A pause that nobody confirmed is not known; a contract that is not paused needs no witness. */
function unpaused(pausedNow: boolean | null): boolean | null {
  return pausedNow === true ? null : pausedNow
}

function unconfirmed(path: ControlPath): ControlPath {
  const note = path.note ? `${NOT_CONFIRMED}; ${path.note}` : NOT_CONFIRMED
  return { ...path, actor: 'unidentified', threshold: null, signers: null, note }
}
