import type { ProtocolRow } from '../domain/batch.ts'
import { sumTvl } from '../domain/protocol.ts'
import { reportedUsd } from '../store/held-readings.ts'
import type { Store } from '../store/open.ts'
import type { LastRun } from '../store/source-runs.ts'
import { loadNames, loadTvlInScope } from '../store/tvl-in-scope.ts'
import type { HeldRows } from './hold-rows.ts'

/** A larger share of the protocols in scope does not leave between two lists without a reason that is worth a look. */
const MAX_QUIET_LEAVING = 0.02

const MAX_NAMES = 3

const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** A sentence about the TVL that is held, with the largest by name, and one about held facts; none when nothing is held. */
export function heldNotes({ protocols, held }: HeldRows): string[] {
  const newest = new Map(held.filter(({ name }) => name === 'tvl').map((one) => [one.id, one]))
  const rows = protocols
    .flatMap(({ id, name, tvl }) => {
      const one = newest.get(id)
      const usedUsd = tvl.known ? sumTvl(tvl.value) : 0
      if (!one) return []
      const isImplausible = !one.reading.known && one.reading.reason === 'refused'
      return [{ name, usedUsd, reported: reportedUsd(one), isImplausible }]
    })
    .sort((a, b) => size(b) - size(a))
  const facts = new Map<string, Set<string>>()
  for (const { name, id } of held) {
    if (name !== 'tvl') facts.set(name, (facts.get(name) ?? new Set()).add(id))
  }
  const gone = [...facts].map(([name, ids]) => `${name} ${ids.size}`)
  return [
    ...(rows.length === 0
      ? []
      : [
          `HELD: the TVL of ${protocolsText(rows.length)}, until the reported one is confirmed: ${largest(rows.map(format))}.`,
        ]),
    ...(gone.length === 0 ? [] : [`HELD: facts that rows no longer give: ${gone.join(', ')}.`]),
  ]
}

interface HeldRow {
  name: string
  usedUsd: number
  reported: number | null
  isImplausible: boolean
}

function size({ usedUsd, reported }: HeldRow): number {
  return Math.max(usedUsd, reported ?? 0)
}

function format({ name, usedUsd, reported, isImplausible }: HeldRow): string {
  const none = isImplausible ? 'an implausible amount' : 'none'
  const now = reported === null ? none : DOLLARS.format(reported)
  return `${name} (${DOLLARS.format(usedUsd)}, reported ${now})`
}

/** A sentence when more than a fiftieth of the protocols in scope are no longer listed, or no longer in scope. */
export function leavingNote(
  store: Store,
  last: LastRun | undefined,
  protocols: readonly ProtocolRow[],
): string[] {
  if (!last) return []
  const before = loadTvlInScope(store, last.asOf)
  const now = new Set(protocols.flatMap(({ id, outOfScope }) => (outOfScope ? [] : [id])))
  const left = [...before].filter(([id]) => !now.has(id)).sort(([, a], [, b]) => b - a)
  if (left.length <= before.size * MAX_QUIET_LEAVING) return []
  const names = loadNames(
    store,
    left.slice(0, MAX_NAMES).map(([id]) => id),
  )
  return [
    `LEFT: ${left.length} of the ${protocolsText(before.size)} in scope on ${last.asOf}: ${largest(names, left.length)}.`,
  ]
}

function largest(names: readonly string[], all = names.length): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return all > MAX_NAMES ? `the largest are ${shown}` : shown
}

function protocolsText(count: number): string {
  return count === 1 ? '1 protocol' : `${count} protocols`
}
