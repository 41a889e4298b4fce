import { BASES, type Base } from '../domain/base-table.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { roundScore } from '../domain/risk-level.ts'
import type { Floor } from './floors.ts'
import type { Subject } from './subject.ts'
import { sum } from './weighted-mean.ts'

/** What a protocol stands on, and why that counts, as the start of a sentence. */
export interface Stand {
  on: readonly Base[]
  reason: string
}

/** A composite that would rise by less has come to rest. */
const STILL = 1e-9

/** More than any ring of protocols that stand on each other needs to come to rest. */
const MAX_ROUNDS = 1_000

/**
 * The protocols that this one wraps or runs on, by the reviewed table; without a row, those whose code it copies while no audit of its
 * own is known. Null when it stands on none.
 */
export function standOf({ record, forkSources }: Subject): Stand | null {
  const on = BASES.get(record.id)?.on
  if (on) return { on, reason: 'What it holds stands on' }
  if (isAudited(record) || !forkSources.known || forkSources.value.length === 0) return null
  const share = 1 / forkSources.value.length
  return {
    on: forkSources.value.map(({ id, name }) => ({ id, name, share })),
    reason: 'No audit of its own is known, and its code is a copy of',
  }
}

/** True when a report is linked or an audit declared; an audit of the code that was copied is none. */
function isAudited({ facts: { auditLinks, auditFlag } }: ProtocolRecord): boolean {
  if (auditLinks?.known && auditLinks.value.length > 0) return true
  return (
    auditFlag?.known === true && (auditFlag.value === 'audited' || auditFlag.value === 'partial')
  )
}

/**
 * The floors of the composites of protocols that stand on others, by id: the mix of the bases by share. What no stated share covers may
 * lie in any of them, so it counts like the worst of them, or at its own composite where that is worse: to state less never helps. A base
 * that is raised raises what stands on it, in rings too: these are the least composites with which each is at or above its floor. A base
 * that is not among `own` sets none.
 */
export function baseFloors(
  own: ReadonlyMap<string, number>,
  stands: ReadonlyMap<string, Stand>,
): Map<string, Floor> {
  const raised = new Map(own)
  const mixOf = (id: string, { on }: Stand) => {
    const total = Math.max(1, sum(on.map(({ share = 0 }) => share)))
    const known = on.flatMap(({ id: base, name, share = 0 }) => {
      const risk = base === id ? undefined : raised.get(base)
      return risk === undefined ? [] : [{ name, share: share / total, risk }]
    })
    const rest = Math.max(0, 1 - sum(known.map(({ share }) => share)))
    const worst = Math.max(own.get(id) ?? 0, ...known.map(({ risk }) => risk))
    return { known, rest, risk: rest * worst + sum(known.map(({ share, risk }) => share * risk)) }
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // All of a round are of the round before, so that the order of the protocols cannot matter.
    const risen = [...stands].flatMap(([id, stand]): [string, number][] => {
      const { risk } = mixOf(id, stand)
      return risk > (raised.get(id) ?? risk) + STILL ? [[id, risk]] : []
    })
    if (risen.length === 0) break
    for (const [id, risk] of risen) raised.set(id, risk)
  }
  return new Map(
    [...stands].flatMap(([id, stand]) => {
      const { known, rest, risk } = mixOf(id, stand)
      if (known.length === 0 || !own.has(id)) return []
      const names = known.map((base) => `${base.name} (${roundScore(base.risk).toFixed(1)})`)
      const hidden = Math.round(rest * 100)
      const like =
        hidden > 0
          ? ` For ${hidden} % of it no share is stated; that counts like the worst of them.`
          : ''
      const sentence = `${stand.reason} ${names.join(', ')}: it is no safer than that.${like}`
      return [[id, { id: 'bases', risk, sentence }] as const]
    }),
  )
}
