import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { hex } from '../../../chains/hex.ts'
import { contractEntry, readEntry } from '../../../wallet/evm/contracts/drivers.ts'
import { address } from '../../../wallet/model/entry-base.ts'
import { type Finding, ROLES } from '../../../wallet/model/finding.ts'
import { askLens, lensReads } from './recorded-contracts.ts'
import type { Rig } from './rig.ts'

const FOLDER = path.join(import.meta.dirname, 'recorded')

/**
 * What a protocol's own contracts answered, compiled from the source that it publishes and run on anvil, and what they then paid or took.
 * The contracts are not kept, only what they said, so a driver that asks something else needs a new run: `source` and `made` say of what.
 */
const recordedRun = z.strictObject({
  /** Repositories at a commit, and the compiler. */
  source: z.string(),
  licence: z.string(),
  /** What was done, and where `legs` are from, in a few sentences. */
  made: z.string(),
  owner: address,
  entry: contractEntry,
  /** Every call of the driver, but for those of lenses, with the reply; null for a revert. */
  replies: z.array(z.strictObject({ to: address, data: hex, reply: hex.nullable() })),
  /** What the lenses of the driver asked the contracts. */
  lensReads: z.array(lensReads).default([]),
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
  /** All that the driver makes of the replies, amounts as text; closing proves the legs, contracts of ours the rest. */
  findings: z.array(z.unknown()),
})
export type RecordedRun = z.infer<typeof recordedRun>

/** The names of all recorded runs: a driver's, and what was done where a driver has several. */
export const RECORDED_RUNS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.parse(file).name)

export function readRecordedRun(name: string): RecordedRun {
  const text = readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')
  return recordedRun.parse(JSON.parse(text))
}

/**
 * What the driver finds in the recorded replies; a lens runs on the chain that is given, on which the recorded contracts stand. Throws
 * when the driver asks something that was not recorded.
 */
export async function replay(
  { entry, owner, replies }: RecordedRun,
  rig: Rig | null,
): Promise<Finding[]> {
  const known = new Map(replies.map(({ to, data, reply }) => [`${to} ${data}`, reply]))
  const reading = readEntry(entry, owner)
  let step = reading.next()
  while (!step.done) {
    const answers: Reply[] = []
    for (const each of step.value)
      answers.push(each.code ? await askLens(rig, each) : replyTo(each, known))
    step = reading.next(answers)
  }
  return step.value
}

/** Findings as a recorded run keeps them. */
export function asRecorded(findings: readonly Finding[]): unknown {
  return JSON.parse(
    JSON.stringify(findings, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
}

function replyTo({ to, data }: Call, known: ReadonlyMap<string, string | null>): Reply {
  const reply = known.get(`${to} ${data}`)
  if (reply === undefined) throw new Error(`${data.slice(0, 10)} of ${to} was not recorded`)
  return reply === null ? { ok: false } : { ok: true, data: hex.parse(reply) }
}
