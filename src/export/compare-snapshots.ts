import type { Changes, Move } from '../contract/changes.ts'
import type { Catalogue, CatalogueEntry } from '../domain/catalogue.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { PastNumbers, SignalParts } from '../domain/past.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'
import { methodChanges } from './method-changes.ts'
import { publishedRetired } from './retired.ts'
import { signalMoves } from './signal-moves.ts'

type Named = Pick<Move, 'id' | 'name' | 'category'>

/**
 * The newest snapshot against the one at a place in `past.snapshots`. A snapshot against itself has no changes. A published score that
 * differs is a move when something was announced in between; the others are counted. Lists are whole.
 */
export function compareSnapshots(
  catalogue: Catalogue,
  at: number,
  announced: Announcements = createAnnouncements(catalogue.past),
): Changes {
  const { entries, past } = catalogue
  const { snapshots, numbers, comparisons } = past
  const newest = snapshots.length - 1
  const comparedAt = Math.max(at, startOfMethod(snapshots, newest))
  const parts = comparisons.find((comparison) => comparison.at === comparedAt)?.parts
  const moves: Move[] = []
  const scored: Changes['scored'] = []
  const unscored: Changes['unscored'] = []
  const appeared: Changes['appeared'] = []
  let notAnnounced = 0
  let unchanged = 0
  const removed = at === newest ? [] : removedSince(catalogue, at)
  const isRelisted = createIsRelisted(catalogue, removed)
  for (const entry of at === newest ? [] : entries) {
    const own = numbers.get(entry.record.id)
    const then = scoreAt(own, at)
    const now = readingOf(entry.score.composite)
    if (own?.listed[at] !== 1) {
      const relisted = isRelisted(entry) && ({ relisted: true } as const)
      appeared.push({ ...nameOf(entry), to: now, ...relisted })
    } else if (now && then === null) scored.push({ ...nameOf(entry), to: now })
    else if (!now && then !== null) {
      const from = readingOf(then)
      if (from) unscored.push({ ...nameOf(entry), from, reasons: entry.score.insufficient })
    }
    if (comparedAt === newest) continue
    const move = moveOf(entry, own, comparedAt, parts, announced(entry.record.id))
    if (move === 'unchanged') unchanged += 1
    else if (move === 'not-announced') notAnnounced += 1
    else if (move) moves.push(move)
  }
  return {
    from: idOf(snapshots[at]),
    to: idOf(snapshots[newest]),
    comparedFrom: comparedAt < newest ? idOf(snapshots[comparedAt]) : null,
    methodChanges: methodChanges(past, at),
    counts: {
      moved: moves.length,
      riskier: moves.filter(({ delta }) => delta > 0).length,
      safer: moves.filter(({ delta }) => delta < 0).length,
      levelChanges: moves.filter(({ levelChanged }) => levelChanged).length,
      notAnnounced,
      unchanged,
      scored: scored.length,
      unscored: unscored.length,
      appeared: appeared.length,
      retired: removed.length - appeared.filter(({ relisted }) => relisted).length,
    },
    moves: moves.sort(bySize),
    scored: scored.sort(byId),
    unscored: unscored.sort(byId),
    appeared: appeared.sort(byId),
    retired: namedRetired(catalogue, removed).sort(byId),
  }
}

/** Those of these protocols whose last entry is kept, and whose slug no listed protocol has. */
function namedRetired(catalogue: Catalogue, ids: readonly string[]): Changes['retired'] {
  const byProtocol = new Map(publishedRetired(catalogue).map((one) => [one.entry.record.id, one]))
  return ids.flatMap((id) => {
    const one = byProtocol.get(id)
    return one ? { ...nameOf(one.entry), day: one.day, reason: one.reason } : []
  })
}

/** Whether one that appeared has the slug of one that left, and its name, category or a chain too: the same under a new id. */
function createIsRelisted({ retired }: Catalogue, ids: readonly string[]) {
  const left = new Set(ids)
  const own = retired.flatMap(({ entry: { record } }) => (left.has(record.id) ? [record] : []))
  const bySlug = new Map(own.map((record) => [record.slug, record]))
  return ({ record: { slug, name, category, chains } }: CatalogueEntry) => {
    const before = bySlug.get(slug)
    return (
      before !== undefined &&
      (before.name === name ||
        (category !== null && before.category === category) ||
        before.chains.some((chain) => chains.includes(chain)))
    )
  }
}

/** The first of the snapshots up to the newest that the newest's methodology scored without a break. */
function startOfMethod(snapshots: readonly { methodology: string }[], newest: number): number {
  const { methodology } = snapshots[newest] ?? {}
  return snapshots.findLastIndex((snapshot) => snapshot.methodology !== methodology) + 1
}

/** The move of a protocol; why there is none; undefined without a score on both days. */
function moveOf(
  entry: CatalogueEntry,
  own: PastNumbers | undefined,
  at: number,
  parts: ReadonlyMap<string, SignalParts> | undefined,
  announced: ReturnType<Announcements>,
): Move | 'unchanged' | 'not-announced' | undefined {
  const { composite } = entry.score
  const then = scoreAt(own, at)
  const [from, to] = [readingOf(then), readingOf(composite)]
  if (!own || !from || !to || then === null || composite === null) return undefined
  if (from.composite === to.composite) return 'unchanged'
  const [before, after] = [announced[at], announced.at(-1)]
  if (before === after) return 'not-announced'
  return {
    ...nameOf(entry),
    from,
    to,
    delta: Math.round((to.composite - from.composite) * 10) / 10,
    exactDelta: Math.round((composite - then) * 1e6) / 1e6,
    levelChanged: before?.level !== after?.level,
    redistributed: redistributed(entry, own, at),
    ...signalMoves(entry.score, parts?.get(entry.record.id)),
  }
}

function redistributed({ score }: CatalogueEntry, own: PastNumbers, at: number): DimensionKey[] {
  return DIMENSIONS.filter(
    (key) =>
      (score.dimensions[key].score === null) !==
      Number.isNaN(own.dimensions[key][at] ?? Number.NaN),
  )
}

/** Ids of the protocols that were in a snapshot and are not in the newest. */
function removedSince({ entries, past: { numbers } }: Catalogue, at: number): string[] {
  const listed = new Set(entries.map(({ record }) => record.id))
  return [...numbers].flatMap(([id, own]) => (own.listed[at] === 1 && !listed.has(id) ? id : []))
}

function scoreAt(own: PastNumbers | undefined, at: number): number | null {
  const score = own?.composite[at] ?? Number.NaN
  return Number.isNaN(score) ? null : score
}

function readingOf(composite: number | null): Move['to'] | null {
  return composite === null
    ? null
    : { composite: roundScore(composite), riskLevel: riskLevel(composite) }
}

function nameOf({ record }: Pick<CatalogueEntry, 'record'>): Named {
  return { id: record.slug, name: record.name, category: record.category }
}

function idOf(snapshot: Catalogue['past']['snapshots'][number] | undefined): Changes['to'] {
  const { publicId: id = '', day = '', methodology = '' } = snapshot ?? {}
  return { id, day, methodology }
}

function bySize(a: Move, b: Move): number {
  return Math.abs(b.exactDelta) - Math.abs(a.exactDelta) || byId(a, b)
}

/** By code unit, so that the order is the same on every machine. */
function byId(a: Named, b: Named): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
