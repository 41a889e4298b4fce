import type { Batch, HeldReading, ProtocolRow } from '../domain/batch.ts'
import { type Day, dayNumber, daysBetween } from '../domain/day.ts'
import { type FactName, type Facts, sumTvl, type TvlPoint } from '../domain/protocol.ts'
import { type Known, missing, type Reading } from '../domain/reading.ts'
import { type DayTotal, isSameLevel, judgeTotal, MAX_FIRST_USD } from '../domain/tvl-jump.ts'
import { isGiven } from '../ingest/read-fields.ts'
import {
  type LastRow,
  loadHeld,
  loadLastRows,
  reportedUsd,
  totalsReader,
} from '../store/held-readings.ts'
import type { Store } from '../store/open.ts'

/** A reading is used in place of a held one until it is this many days old. Then there is no TVL until one is confirmed. */
const MAX_USED_DAYS = 7

/** A level that a protocol had within this many days is taken over at once: a fault that was taken over ends when it is mended. */
const FAMILIAR_DAYS = 14

/** A fact that its row no longer gives is missing from this day on, the first day without it being day 1. */
const FACT_DAYS = 3

/** A list of protocols with what may be used of it. */
export interface HeldRows {
  /** The rows, with the last accepted reading in place of each one that is held. */
  protocols: ProtocolRow[]
  held: HeldReading[]
  confirmed: NonNullable<Batch['confirmed']>
}

/**
 * Judges each row of a list of protocols against what the store has of the same protocol. TVL that jumps, and a fact that is gone,
 * are held: the last reading stays in use, with its own day, until the new one has lasted.
 */
export function holdRows(store: Store, { protocols = [], asOf }: Batch): HeldRows {
  const holder = new RowHolder(store, protocols, asOf)
  const rows = protocols.map((row) => (row.outOfScope ? row : holder.holdRow(row)))
  return { protocols: rows, held: holder.held, confirmed: holder.confirmed }
}

class RowHolder {
  readonly held: HeldRows['held'] = []
  readonly confirmed: HeldRows['confirmed'] = []
  readonly #asOf: Day
  readonly #last: Map<string, LastRow>
  readonly #before: Map<string, HeldReading[]>
  readonly #totals: ReturnType<typeof totalsReader>

  constructor(store: Store, rows: readonly ProtocolRow[], asOf: Day) {
    const names = new Set(['tvl', ...rows.flatMap(({ facts }) => Object.keys(facts))])
    this.#asOf = asOf
    this.#last = loadLastRows(store, [...names])
    this.#before = loadHeld(store)
    this.#totals = totalsReader(store)
  }

  holdRow(row: ProtocolRow): ProtocolRow {
    const last = this.#last.get(row.id)
    const tvl = this.#holdTvl(row, last)
    if (!last) return { ...row, tvl }
    const facts = Object.entries(row.facts).map(([name, now]) => {
      const before = last.readings.get(name)
      // The names of facts are the keys of the facts.
      if (this.#isHeldFact(row.id, name as FactName, before, now)) return [name, before]
      return [name, name === 'listedOn' ? orLost(before, now) : now]
    })
    return {
      ...row,
      tvl,
      category: this.#holdCategory(row, last),
      facts: Object.fromEntries(facts) as Facts,
    }
  }

  #holdTvl(row: ProtocolRow, last: LastRow | undefined): Reading<TvlPoint[]> {
    const next = { day: dayNumber(this.#asOf), usd: row.tvl.known ? sumTvl(row.tvl.value) : 0 }
    // Only the registry writes this reading.
    const used = last?.readings.get('tvl') as Reading<TvlPoint[]> | undefined
    const level: DayTotal | undefined = used?.known
      ? { day: dayNumber(used.asOf), usd: sumTvl(used.value) }
      : this.#totals(row.id, 0)[0]
    if (!level && next.usd < MAX_FIRST_USD) return row.tvl
    const before = this.#heldBefore(row.id, 'tvl')
    const totals = before.map((held) => ({ day: dayNumber(held.day), usd: reportedUsd(held) ?? 0 }))
    const verdict = judgeTotal(level ?? { day: next.day, usd: 0 }, totals, next)
    const kept = new Set(
      (verdict.taken ? verdict.confirmed : verdict.waiting).map(({ day }) => day),
    )
    const keptBefore = before.filter(({ day }) => kept.has(dayNumber(day)))
    if (verdict.taken) {
      for (const { id, reading } of keptBefore) {
        // A held reading of this name is the TVL of a row.
        if (reading.known) this.confirmed.push({ id, reading: reading as Known<TvlPoint[]> })
      }
      return row.tvl
    }
    if (this.#isFamiliar(row.id, next)) return row.tvl
    this.#hold(keptBefore, row.id, 'tvl', row.tvl)
    const isUsable = used?.known && daysBetween(used.asOf, this.#asOf) <= MAX_USED_DAYS
    return isUsable ? used : missing('refused', row.tvl.source)
  }

  #isFamiliar(id: string, { day, usd }: DayTotal): boolean {
    return this.#totals(id, day - FAMILIAR_DAYS).some((total) => isSameLevel(total.usd, usd))
  }

  #isHeldFact(
    id: string,
    name: HeldReading['name'],
    last: Reading<unknown> | undefined,
    now: Reading<unknown>,
  ): boolean {
    if (now.known && isGiven(now.value)) return false
    if (!last?.known || !isGiven(last.value)) return false
    if (daysBetween(last.asOf, this.#asOf) > MAX_USED_DAYS) return false
    return this.#holdMissing(id, name, now)
  }

  #holdCategory(row: ProtocolRow, last: LastRow): string | null {
    if (row.category !== null || last.category === null) return row.category
    const now = missing('not-covered', row.tvl.source)
    return this.#holdMissing(row.id, 'category', now) ? last.category : null
  }

  #holdMissing(id: string, name: HeldReading['name'], now: Reading<unknown>): boolean {
    const before = this.#heldBefore(id, name)
    const days = daysBetween(before[0]?.day ?? this.#asOf, this.#asOf) + 1
    if (days >= FACT_DAYS) return false
    this.#hold(before, id, name, now)
    return true
  }

  #heldBefore(id: string, name: HeldReading['name']): HeldReading[] {
    const held = this.#before.get(id) ?? []
    return held.filter((reading) => reading.name === name && reading.day < this.#asOf)
  }

  #hold(
    before: HeldReading[],
    id: string,
    name: HeldReading['name'],
    reading: Reading<unknown>,
  ): void {
    this.held.push(...before, { id, name, day: this.#asOf, reading })
  }
}

/** A listing date that upstream does not give is lost where it once gave one: only a protocol that never had one is old for that. */
function orLost(before: Reading<unknown> | undefined, now: Reading<unknown>): Reading<unknown> {
  if (!before || now.known || now.reason !== 'not-covered') return now
  return before.known ? missing('stale', now.source) : before
}
