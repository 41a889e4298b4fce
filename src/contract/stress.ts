import * as z from 'zod'
import { MAX_DEPENDENTS } from './dependency-limits.ts'
import { MAX_FAILURES } from './stress-query.ts'

const share = z.number().min(0).max(1)
const count = z.int().min(0)
const text = z.string()

const row = z
  .strictObject({
    id: text,
    name: text,
    atStake: share.describe('Share of what is held that is known to lose value.'),
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

const cost = row
  .extend({
    roomUsd: z
      .number()
      .min(0)
      .nullable()
      .describe(
        'Of a lender: at most this is lost, in US dollars, to new collateral of what fails, put up to its cap at the price that it had. Beside `high`, and no part of it. Null where no market was read, or nothing bounds it.',
      ),
    freeUsd: z
      .number()
      .min(0)
      .nullable()
      .describe(
        'Of a lender: what can leave at once then, in US dollars; who comes later waits. Null where no market was read.',
      ),
  })
  .describe('What the scenario costs one protocol.')

export const stressResult = z
  .strictObject({
    fails: z
      .array(z.strictObject({ id: text, name: text, drop: share }))
      .max(MAX_FAILURES)
      .describe('What fails, and the share of its value that it loses.'),
    day: z.iso.date().describe('Day of the snapshot.'),
    rounds: count.describe('Rounds until no loss grew any more.'),
    rows: z
      .array(cost)
      .max(MAX_DEPENDENTS)
      .describe(
        'Who may lose, by US dollars at most lost, largest first; before them those whose amount is not known. Of some nothing is known to be at stake, because no source states how much of them runs on what fails, or because only new collateral would cost them anything.',
      ),
    more: count.describe('Rows left out.'),
    resolvedProtocols: count.describe(
      'Protocols of which it is known what of others they hold, or a share of what they run on.',
    ),
    protocols: count.describe('Protocols of the snapshot. What the others hold is not known.'),
  })
  .describe('Bounds of a scenario, and no forecast.')

export const stressDocument = z
  .strictObject({ success: z.literal(true), data: stressResult })
  .describe('What a scenario costs at least and at most.')

/** Failures that a document names, and what the largest costs of each are. */
export const MAX_SCENARIOS = 12
export const MAX_LOSERS = 3

/** `scenarios.json`: the named failures of single issuers that cost most, by US dollars at most lost. */
export const scenarioList = z.strictObject({
  day: z.iso.date(),
  scenarios: z
    .array(
      z.strictObject({
        id: text,
        name: text,
        drop: share,
        because: text,
        /** Protocols that lose something. */
        count,
        /** Who may lose most. */
        rows: z.array(row).min(1).max(MAX_LOSERS),
      }),
    )
    .max(MAX_SCENARIOS),
})

export type ScenarioList = z.infer<typeof scenarioList>
export type StressResult = z.infer<typeof stressResult>
