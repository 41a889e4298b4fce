import * as z from 'zod'
import { MAX_DEPENDENTS } from './dependencies.ts'
import { ParameterReader, type ParsedQuery } from './parameter-reader.ts'

const share = z.number().min(0).max(1)
const count = z.int().min(0)
const text = z.string()

/** Failures in one scenario. */
export const MAX_FAILURES = 5

/** The failures of a scenario: what loses how much of its value, by id. */
export interface StressRequest {
  fails: ReadonlyMap<string, number>
}

const FAILURE = /^([^:,\s]{1,200}):(0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/

/** Parses `fails`, such as `lido:0.06,circle:1`. */
export function parseStressQuery(params: URLSearchParams): ParsedQuery<StressRequest> {
  const reader = new ParameterReader(params)
  const names = reader.names('fails')
  const given = names.map((part) => FAILURE.exec(part))
  const fails = new Map(
    given.flatMap((found) => (found ? [[found[1] ?? '', Number(found[2])]] : [])),
  )
  if (names.length === 0) reader.complain('fails', 'must be given, such as lido:0.06,circle:1')
  else if (given.includes(null))
    reader.complain(
      'fails',
      'must be one or more of id:drop with a drop from 0 to 1, such as lido:0.06',
    )
  else if (names.length > MAX_FAILURES)
    reader.complain('fails', `must name at most ${MAX_FAILURES}`)
  else if (fails.size < names.length) reader.complain('fails', 'must name each id once')
  return reader.result({ fails })
}

/** The canonical form of a scenario, without `?`: equal scenarios have equal bytes. */
export function stressSearch({ fails }: StressRequest): string {
  const parts = [...fails].map(([id, drop]) => `${id}:${drop}`).sort()
  return new URLSearchParams({ fails: parts.join(',') }).toString()
}

const row = z
  .strictObject({
    id: text,
    name: text,
    atStake: share.describe('Share of what is held that loses value.'),
    first: share.describe('The part of it that is held directly.'),
    low: share.describe('It loses at least this share.'),
    high: share.describe('It loses at most this share.'),
    highUsd: z
      .number()
      .min(0)
      .nullable()
      .describe('`high` in US dollars. Null when TVL is not known.'),
  })
  .describe('What the scenario costs one protocol.')

export const stressResult = z
  .strictObject({
    fails: z.array(z.strictObject({ id: text, name: text, drop: share })).max(MAX_FAILURES),
    day: z.iso.date().describe('Day of the snapshot.'),
    rounds: count.describe('Rounds until no loss grew any more.'),
    rows: z
      .array(row)
      .max(MAX_DEPENDENTS)
      .describe('Who loses, by US dollars at most lost, largest first.'),
    more: count.describe('Rows left out.'),
    resolvedProtocols: count.describe('Protocols of which it is known what they hold.'),
    protocols: count.describe('Protocols of the snapshot. What the others hold is not known.'),
  })
  .describe('Bounds of a scenario, and no forecast.')

export const stressDocument = z
  .strictObject({ success: z.literal(true), data: stressResult })
  .describe('What a scenario costs at least and at most.')

export type StressResult = z.infer<typeof stressResult>
