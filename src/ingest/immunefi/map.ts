import { type Account, type Batch, count, newAccount } from '../../domain/batch.ts'
import { type Day, dayOf } from '../../domain/day.ts'
import type { Bounty } from '../../domain/protocol.ts'
import { PlimsollError } from '../../errors.ts'
import type { AliasTable } from './aliases.ts'
import { type Programme, programmeListSchema, programmeSchema } from './schema.ts'

/** Rewards above this are typing errors: the largest programme ever offered 15 million US dollars. */
const MAX_REWARD_USD = 1e9

type Verdict = { accepted: Bounty } | { refused: string } | { outOfScope: string }

/**
 * The bounties by protocol, at most one each: the largest. Throws `UPSTREAM_INVALID` when the body is not a list of
 * programmes, or when every programme that the alias table knows was refused: then the shape has changed.
 */
export function bountyBatch(body: unknown, aliases: AliasTable, asOf: Day): Batch {
  const list = programmeListSchema.safeParse(body)
  if (!list.success) throw invalid('is not a list of programmes')
  const account = newAccount()
  const seen = new Set<string>()
  const best = new Map<string, Bounty>()
  for (const row of list.data) {
    account.rows++
    const parsed = programmeSchema.safeParse(row)
    const verdict = parsed.success
      ? judge(parsed.data, seen, aliases, asOf)
      : { refused: 'unexpected-shape' }
    tally(account, verdict)
    if (!parsed.success || !('accepted' in verdict)) continue
    for (const protocol of aliases.get(parsed.data.id) ?? []) {
      const other = best.get(protocol)
      if (other === undefined || isBetter(verdict.accepted, other)) {
        best.set(protocol, verdict.accepted)
      }
    }
  }
  assertShape(account)
  const bounties = [...best]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([id, bounty]) => ({ key: { id }, bounty, asOf }))
  return { asOf, account, bounties }
}

function judge(programme: Programme, seen: Set<string>, aliases: AliasTable, asOf: Day): Verdict {
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
  if (!aliases.has(programme.id)) return { outOfScope: 'not-in-alias-table' }
  const { reward } = programme
  if (typeof reward !== 'number' || !(reward > 0 && reward <= MAX_REWARD_USD)) {
    return { refused: 'reward' }
  }
  return {
    accepted: {
      maxUsd: reward,
      programme: programme.project,
      url: `https://immunefi.com/bug-bounty/${encodeURIComponent(programme.id)}/`,
    },
  }
}

function tally(account: Account, verdict: Verdict): void {
  if ('accepted' in verdict) account.accepted++
  else if ('refused' in verdict) count(account.refused, verdict.refused)
  else count(account.outOfScope, verdict.outOfScope)
}

/** The larger reward; between equals the first address, so that the order of the list does not matter. */
function isBetter(one: Bounty, other: Bounty): boolean {
  return one.maxUsd === other.maxUsd ? one.url < other.url : one.maxUsd > other.maxUsd
}

/** Fields that were renamed would take every bounty away at once; keeping the last good list is better. */
function assertShape({ rows, accepted, refused }: Account): void {
  const unread = (refused['unexpected-shape'] ?? 0) + (refused['no-launch-day'] ?? 0)
  if (unread === rows) throw invalid('has no programme in a shape that is known')
  if (accepted === 0 && (refused.reward ?? 0) > 0) throw invalid('has no readable reward')
}

/** The UTC day of an ISO date or time. A time without a zone is read as UTC, so that every machine agrees. */
function dayOfText(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}($|T)/.test(text)) return null
  const zoned = !text.includes('T') || /(Z|[+-]\d{2}:?\d{2})$/.test(text)
  const ms = Date.parse(zoned ? text : `${text}Z`)
  return Number.isNaN(ms) ? null : dayOf(ms)
}

function invalid(problem: string): PlimsollError {
  return new PlimsollError('UPSTREAM_INVALID', `The Immunefi list ${problem}.`)
}
