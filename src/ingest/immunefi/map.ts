import { type Batch, count, noRowCounts, type RowCounts } from '../../domain/batch.ts'
import { type Day, dayOf, newestDay } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { Programme } from '../../domain/programme.ts'
import { refuseRow } from '../refuse-row.ts'
import type { ProgrammeOwners } from './programme-owners.ts'
import { type ParsedProgramme, programmeListSchema, programmeSchema } from './schema.ts'

/** Larger rewards are typing errors: the largest programme ever offered 15 million US dollars. */
const MAX_REWARD_USD = 1e9

type RowOutcome = { accepted: true } | { refused: string } | { outOfScope: string }

/** The list with the newest day in its rows; null when they have none. */
interface ProgrammeBatch extends Batch {
  programmes: Programme[]
  newestRow: Day | null
}

/**
 * The programmes that are open on the day of the run. A refused one stays in the list without its bounty, so that its
 * possible owners do not count as having none. Throws `UPSTREAM_INVALID` when the body is not a list of programmes, or when
 * no row has a valid shape or reward: then fields were renamed, and the last good list stays in use.
 */
export function programmeBatch(body: unknown, owners: ProgrammeOwners, asOf: Day): ProgrammeBatch {
  const list = programmeListSchema.safeParse(body)
  if (!list.success) throw invalid('the response is not a list')
  const rowCounts = noRowCounts()
  const seen = new Set<string>()
  const programmes: Programme[] = []
  const days: Day[] = []
  for (const row of list.data) {
    rowCounts.rows++
    const parsed = programmeSchema.safeParse(row)
    const outcome = parsed.success ? judge(parsed.data, seen, asOf) : UNREADABLE
    tally(rowCounts, outcome, row)
    if (!parsed.success) programmes.push(UNREAD)
    else {
      days.push(...daysOf(parsed.data, asOf))
      if (!isGone(outcome)) programmes.push(toProgramme(parsed.data, outcome, owners))
    }
  }
  assertShape(rowCounts)
  return { asOf, rowCounts, programmes, newestRow: newestDay(days) ?? null }
}

const UNREADABLE: RowOutcome = { refused: 'unexpected-shape' }

/** Placeholder for an unreadable row: it may belong to any protocol. */
const UNREAD: Programme = { id: '', name: '', bounty: null, protocols: null, homes: [] }

/** True when a row does not apply on the day: the programme ended, had not started, or is a duplicate. */
function isGone(outcome: RowOutcome): boolean {
  if ('outOfScope' in outcome) return true
  return (
    'refused' in outcome &&
    (outcome.refused === 'after-as-of' || outcome.refused === 'duplicate-id')
  )
}

function judge(programme: ParsedProgramme, seen: Set<string>, asOf: Day): RowOutcome {
  if (seen.has(programme.id)) return { refused: 'duplicate-id' }
  seen.add(programme.id)
  const launched = programme.launched === null ? null : dayOfText(programme.launched)
  if (launched === null) return { refused: 'no-launch-day' }
  if (launched > asOf) return { refused: 'after-as-of' }
  if (programme.ended !== null) {
    const ended = dayOfText(programme.ended)
    if (ended === null) return { refused: 'unreadable-end' }
    if (ended <= asOf) return { outOfScope: 'ended' }
  }
  return isReward(programme.reward) ? { accepted: true } : { refused: 'reward' }
}

function toProgramme(
  parsed: ParsedProgramme,
  outcome: RowOutcome,
  owners: ProgrammeOwners,
): Programme {
  const { id, project: name, reward, homes } = parsed
  const url = `https://immunefi.com/bug-bounty/${encodeURIComponent(id)}/`
  const bounty =
    'accepted' in outcome && isReward(reward) ? { maxUsd: reward, programme: name, url } : null
  return { id, name, bounty, protocols: owners.get(id) ?? null, homes }
}

function isReward(reward: unknown): reward is number {
  return typeof reward === 'number' && reward > 0 && reward <= MAX_REWARD_USD
}

function daysOf({ launched, updated }: ParsedProgramme, asOf: Day): Day[] {
  return [launched, updated].flatMap((text) => {
    const day = text === null ? null : dayOfText(text)
    return day === null || day > asOf ? [] : [day]
  })
}

function tally(rowCounts: RowCounts, outcome: RowOutcome, row: unknown): void {
  if ('accepted' in outcome) rowCounts.accepted++
  else if ('refused' in outcome) refuseRow(rowCounts, outcome.refused, row)
  else count(rowCounts.outOfScope, outcome.outOfScope)
}

function assertShape({ rows, accepted, refused }: RowCounts): void {
  const unread = (refused['unexpected-shape'] ?? 0) + (refused['no-launch-day'] ?? 0)
  if (unread === rows) throw invalid('no programme matches the expected schema')
  if (accepted === 0 && (refused.reward ?? 0) > 0)
    throw invalid('no programme has a readable reward')
}

/** The UTC day of an ISO date or time. A time without a zone is read as UTC, so that every machine agrees. */
function dayOfText(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}($|T)/.test(text)) return null
  const zoned = !text.includes('T') || /(Z|[+-]\d{2}:?\d{2})$/.test(text)
  const ms = Date.parse(zoned ? text : `${text}Z`)
  return Number.isNaN(ms) ? null : dayOf(ms)
}

function invalid(problem: string): PlimsollError {
  return new PlimsollError('UPSTREAM_INVALID', `Immunefi programme list: ${problem}.`)
}
