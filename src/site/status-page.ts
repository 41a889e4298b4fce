import words from '../content/words.json' with { type: 'json' }
import type { Manifest } from '../contract/manifest.ts'
import { formatRefusedRow } from '../domain/batch.ts'
import { daysBetween } from '../domain/day.ts'
import { counted } from '../domain/format.ts'
import { findSource } from '../domain/sources.ts'
import { day } from './figures.ts'

export interface StatusRow {
  title: string
  homepage: string | null
  /** What happened at the last try. */
  lastTry: string
  isOk: boolean
  /** Day of the last success, in words. */
  lastSuccess: string
  /** Age of the readings in use on the day of the snapshot, and the limit. */
  age: string
  /** First and last day of the readings in use. */
  readings: string
  rows: number | null
  /** Why the last try failed, and fields that vanished from the source, in words. */
  notes: string[]
  /** Rows that were left out, in words, and how many they are. */
  refused: { count: number; rows: string[] }
}

type Status = Manifest['sources'][number]['status']

/** The sources of a snapshot, as the status page lists them. A sample does not expire, so it has no limits of age. */
export function statusRows({
  snapshot,
  sources,
}: Pick<Manifest, 'snapshot' | 'sources'>): StatusRow[] {
  const isLive = snapshot.origin === 'live'
  return sources.map((state) => {
    const { id, status, failure, asOf, oldest, newest, rows, refused, lostFields, heldTvl } = state
    const source = findSource(id)
    const limit = source && isLive ? `, of at most ${counted(source.maxAgeDays, 'day')}` : ''
    const age = asOf === null ? null : daysBetween(asOf, snapshot.asOf)
    const isTooOld = isLive && age !== null && source !== undefined && age > source.maxAgeDays
    return {
      title: source?.title ?? id,
      homepage: source?.homepage ?? null,
      lastTry: `${words.lastTry[status]}${inUse(status, age, isTooOld)}`,
      isOk: status === 'ok',
      lastSuccess: asOf === null ? 'never' : day(asOf),
      age: age === null ? '?' : `${counted(age, 'day')}${limit}`,
      readings: spread(oldest, newest),
      rows,
      notes: [
        ...(failure === undefined ? [] : [failure]),
        ...(lostFields ?? []).map(
          (lost) =>
            `The field ${lost.field} is gone from all or many of its rows; ${counted(lost.rows, 'row')} had it on ${day(lost.asOf)}.`,
        ),
        ...(heldTvl === undefined
          ? []
          : [
              `The TVL of ${counted(heldTvl, 'protocol')} jumped and is held: the last accepted one is used until the new one is confirmed.`,
            ]),
      ],
      refused: { count: refused?.count ?? 0, rows: (refused?.rows ?? []).map(formatRefusedRow) },
    }
  })
}

/** What is used of a source that did not answer. Of one that was never asked and never read there is nothing to say. */
function inUse(status: Status, age: number | null, isTooOld: boolean): string {
  const { tooOld, inUse, none } = words.afterFailure
  if (status === 'ok' || (status === 'absent' && age === null)) return ''
  if (age === null) return `; ${none}`
  return `; ${isTooOld ? tooOld : inUse}`
}

function spread(oldest: string | null, newest: string | null): string {
  if (oldest === null || newest === null) return 'no dates'
  return oldest === newest ? day(oldest) : `${day(oldest)} to ${day(newest)}`
}

/** How many sources failed at the last try, or were not asked, as a sentence. */
export function sourcesSentence({ sources }: Pick<Manifest, 'sources'>): string {
  const failed = sources.filter(({ status }) => status === 'failed').length
  const unasked = sources.filter(({ status }) => status === 'absent').length
  const parts = [
    failed === 0
      ? `Every source ${unasked === 0 ? '' : 'that was asked '}answered at its last try`
      : `${counted(failed, 'source')} did not answer, or sent what was refused`,
    unasked === 0
      ? ''
      : `${counted(unasked, 'source')} ${unasked === 1 ? 'was' : 'were'} not asked`,
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}
