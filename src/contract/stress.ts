import * as z from 'zod'
import { MAX_DEPENDENTS } from './dependency-limits.ts'
import * as f from './fields.ts'
import { MAX_FAILURES } from './stress-query.ts'

const row = z
  .strictObject({
    id: f.text,
    name: f.text,
    atStake: f.share.describe('Share of what is held that is known to lose value.'),
    first: f.share.describe('The part of it that is held directly.'),
    low: f.share.describe('It loses at least this share.'),
    high: f.share.describe('It loses at most this share.'),
    highUsd: f.usdOrNull.describe('`high` in US dollars. Null when TVL is not known.'),
  })
  .describe('What the scenario costs one protocol.')

const cost = row
  .extend({
    roomUsd: f.usdOrNull.describe(
      'Of a lender: at most this is lost, in US dollars, to new collateral of what fails, put up to its cap at the price that it had. Beside `high`, and no part of it. Null where no market was read, or nothing bounds it.',
    ),
    freeUsd: f.usdOrNull.describe(
      'Of a lender: what can leave at once then, in US dollars; who comes later waits. Null where no market was read.',
    ),
  })
  .describe('What the scenario costs one protocol.')

export const stressResult = z
  .strictObject({
    fails: f
      .list(z.strictObject({ id: f.text, name: f.text, drop: f.share }), MAX_FAILURES)
      .describe('What fails, and the share of its value that it loses.'),
    day: f.day.describe('Day of the snapshot.'),
    rounds: f.count.describe('Rounds until no loss grew any more.'),
    rows: f
      .list(cost, MAX_DEPENDENTS)
      .describe(
        'Who may lose, by US dollars at most lost, largest first; before them those whose amount is not known. Of some nothing is known to be at stake, because no source states how much of them runs on what fails, or because only new collateral would cost them anything.',
      ),
    more: f.count.describe('Rows left out.'),
    resolvedProtocols: f.count.describe(
      'Protocols of which it is known what of others they hold, or a share of what they run on.',
    ),
    protocols: f.count.describe('Protocols of the snapshot. What the others hold is not known.'),
  })
  .describe('Bounds of a scenario, and no forecast.')

export const stressDocument = f
  .answer(stressResult)
  .describe('What a scenario costs at least and at most.')

/** Failures that a document names, and what the largest costs of each are. */
export const MAX_SCENARIOS = 12
export const MAX_LOSERS = 3

/** `scenarios.json`: the named failures of single issuers that cost most, by US dollars at most lost. */
export const scenarioList = z.strictObject({
  day: f.day,
  scenarios: z
    .array(
      z.strictObject({
        id: f.text,
        name: f.text,
        drop: f.share,
        because: f.text,
        /** Protocols that lose something. */
        count: f.count,
        /** Who may lose most. */
        rows: z.array(row).min(1).max(MAX_LOSERS),
      }),
    )
    .max(MAX_SCENARIOS),
})

export type ScenarioList = z.infer<typeof scenarioList>
export type StressResult = z.infer<typeof stressResult>
