import type { ContractControl } from '../../domain/control.ts'
import { type Claim, claimsOf } from './claims.ts'
import { withoutReading, withUnconfirmed } from './unconfirmed.ts'

/**
 * Reads some of the contracts again, from one node alone, and leaves out those about which an answer is missing. Null when that node
 * cannot be read.
 */
export type ReadAgain = (contracts: readonly ContractControl[]) => Promise<ContractControl[] | null>

/** Nodes that are asked about the same contracts; further ones would cost requests and add little. */
const MAX_OTHERS = 3

export interface Witnesses {
  /** What other sources and earlier readings say: one of them is enough. */
  recorded: readonly ContractControl[]
  /** Other nodes, asked one after the other until everything is confirmed. */
  others: readonly ReadAgain[]
  /** How many of them must read the same: one, or two when the first reading came from several nodes. */
  needed: number
}

export interface Confirmed {
  /** In the order of the readings. */
  controls: ContractControl[]
  /** Contracts of which nodes read different things: none is believed, and nothing is known of them. */
  contested: ReadonlySet<string>
}

/**
 * Checks a reading, whether it accuses or flatters: it stays as it is only when another node reads the same, or a record or an earlier
 * confirmed reading says the same. What nobody else could be asked about is a lower bound and says so.
 */
export async function confirm(
  read: readonly ContractControl[],
  { recorded, others, needed }: Witnesses,
): Promise<Confirmed> {
  /** By contract and claim: how much was said for it. */
  const votes = new Map<string, number>()
  /** By contract: what each other node says. */
  const answers = new Map<string, ReadonlySet<Claim>[]>()
  const add = (rows: readonly ContractControl[], weight: number) => {
    const said = new Set(rows.flatMap((row) => claimsOf(row).map((claim) => keyOf(row, claim))))
    for (const key of said) votes.set(key, (votes.get(key) ?? 0) + weight)
  }
  const isConfirmed = (control: ContractControl) => (claim: Claim) =>
    (votes.get(keyOf(control, claim)) ?? 0) >= needed
  const openIn = (control: ContractControl) =>
    claimsOf(control).filter((claim) => !isConfirmed(control)(claim))
  add(recorded, needed)
  for (const readAgain of others.slice(0, MAX_OTHERS)) {
    const open = read.filter((control) => openIn(control).length > 0)
    if (open.length === 0) break
    const again = (await readAgain(open)) ?? []
    add(again, 1)
    for (const row of again) {
      const place = placeOf(row)
      answers.set(place, [...(answers.get(place) ?? []), new Set(claimsOf(row))])
    }
  }
  const contested = new Set<string>()
  const controls = read.map((control) => {
    const open = openIn(control)
    if (open.length === 0) return control
    const isContested = answers
      .get(placeOf(control))
      ?.some((said) => open.some((claim) => !said.has(claim)))
    if (!isContested) return withUnconfirmed(control, isConfirmed(control))
    contested.add(control.address)
    return withoutReading(control)
  })
  return { controls, contested }
}

function placeOf({ chain, address }: ContractControl): string {
  return `${chain} ${address}`
}

function keyOf(control: ContractControl, claim: Claim): string {
  return `${placeOf(control)} ${claim}`
}
