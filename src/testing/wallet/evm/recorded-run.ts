import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { hex } from '../../../chains/hex.ts'
import { contractEntry, readEntry } from '../../../wallet/evm/contracts/drivers.ts'
import { type Fact, factFor, runReading } from '../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { address } from '../../../wallet/model/entry-base.ts'
import { type Finding, ROLES } from '../../../wallet/model/finding.ts'
import { origin } from './origin.ts'
import { askLens, lensReads } from './recorded-contracts.ts'
import type { Rig } from './rig.ts'

const FOLDER = path.join(import.meta.dirname, 'recorded')

/** What the file of a run says before it is recorded, and its scenario reads. */
const described = z.object({
  origin,
  licence: z.string().min(1),
  /** What was done, and where `legs` are from, in a few sentences. */
  made: z.string().min(40),
})
export type RunDescription = z.infer<typeof described>

/**
 * What a protocol's own contracts answered, compiled from the source that it publishes and run on anvil, and what they then paid or took.
 * The contracts are not kept, only what they said, so a driver that asks something else needs a new run: `origin` and `made` say of what.
 */
const recordedRun = z.strictObject({
  ...described.shape,
  owner: address,
  entry: contractEntry,
  /** Every call of the driver, but for those of lenses, with the reply; null for a revert. */
  replies: z.array(z.strictObject({ to: address, data: hex, reply: hex.nullable() })),
  /** What the driver asks since; the contracts are not kept, so it has no answer. */
  unanswered: z.array(z.strictObject({ to: address, data: hex })).default([]),
  /** What the lenses of the driver asked the contracts, and what they made of that. */
  lensReads: z.array(lensReads).default([]),
  lenses: z.array(z.strictObject({ to: address, data: hex, reply: hex })).default([]),
  /** What closing the positions paid or took of each token, in its smallest unit, and by how much of it interest or rounding may differ. */
  legs: z.array(
    z.strictObject({
      role: z.enum(ROLES),
      token: address,
      amount: z.coerce.bigint(),
      within: z.coerce.bigint().default(0n),
    }),
  ),
  /** Of leveraged positions: the size that closing reported, and the price at which it reported neither profit nor loss, both in US dollars. */
  perps: z
    .array(
      z.strictObject({
        ref: z.string(),
        side: z.enum(['long', 'short']),
        sizeUsd: z.number(),
        entryPrice: z.number(),
      }),
    )
    .default([]),
  /** All that the driver makes of the replies, amounts as text; closing proves the legs, tests of the driver the rest. */
  findings: z.array(z.unknown()),
})
export type RecordedRun = z.infer<typeof recordedRun>

/** The names of all recorded runs: a driver's, and what was done where a driver has several. */
export const RECORDED_RUNS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.parse(file).name)

export function readRecordedRun(name: string): RecordedRun {
  return recordedRun.parse(readJson(name))
}

export function readDescription(name: string): RunDescription {
  return described.parse(readJson(name))
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'))
}

/**
 * What the driver finds in the recorded replies. With a chain on which the recorded contracts stand a lens is run there too, and must answer
 * as it did. Throws when the driver asks something that was not recorded.
 */
export async function replay(run: RecordedRun, rig: Rig | null): Promise<Finding[]> {
  const reading = readEntry(run.entry, run.owner)
  let step = reading.next()
  while (!step.done) {
    const replies = step.value.map((each) => replyOf(run, each))
    for (const [at, each] of step.value.entries())
      if (rig && each.code && !isDeepStrictEqual(await askLens(rig, each), replies[at]))
        throw new Error(`A lens at ${each.to} answers otherwise than it did`)
    step = reading.next(replies)
  }
  return step.value
}

/**
 * What the driver finds in a recorded run where some answers, or fields of its entry, are others; with the calls of each round. For what
 * the recorded contracts did not do.
 */
export function inRun(
  name: string,
  ...changes: readonly (Fact | Readonly<Record<string, unknown>>)[]
) {
  const run = readRecordedRun(name)
  const facts = changes.filter(isFact)
  const entry = contractEntry.parse(
    Object.assign({}, run.entry, ...changes.filter((each) => !isFact(each))),
  )
  return runReading(
    readEntry(entry, run.owner),
    (call) => factFor(call, facts)?.reply ?? replyOf(run, call),
  )
}

function isFact(change: Fact | Readonly<Record<string, unknown>>): change is Fact {
  return 'reply' in change
}

/** Findings as a recorded run keeps them. */
export function asRecorded(findings: readonly Finding[]): unknown {
  return JSON.parse(
    JSON.stringify(findings, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
}

/** What was answered to a call, or made of the answers by a lens. */
export function replyOf(
  { replies, lenses, unanswered }: RecordedRun,
  { to, data, code }: Call,
): Reply {
  if (unanswered.some((each) => each.to === to && each.data === data)) return { ok: false }
  const known = (code ? lenses : replies).find((each) => each.to === to && each.data === data)
  if (known === undefined) throw new Error(`${data.slice(0, 10)} of ${to} was not recorded`)
  return known.reply === null ? { ok: false } : { ok: true, data: known.reply }
}
