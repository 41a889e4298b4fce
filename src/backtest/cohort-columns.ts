import * as z from 'zod'
import { snakeCase } from '../bulk/table.ts'
import type { BulkColumn } from '../contract/bulk.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { SIGNAL_IDS } from '../score/methodology.ts'
import { OF_REGISTRY } from './baselines.ts'
import { CAUSES } from './incident-list.ts'
import { UNIVERSES, type Universe } from './judged.ts'
import { runFacts } from './report.ts'

/** Of the columns and of their meaning. */
export const SCHEMA_VERSION = '1'

const text = (name: string, about: string): BulkColumn => ({
  name,
  type: 'text',
  unit: null,
  about,
})
const number = (name: string, type: 'double' | 'integer', unit: string | null, about: string) =>
  ({ name, type, unit, about }) satisfies BulkColumn

const POINTS = 'risk points, 0-10'

const suffix = ({ minimumTvlUsd, published }: Universe) =>
  `${minimumTvlUsd / 1_000}k${published ? '' : '_all'}`
export const rankColumn = (id: string, universe: Universe) =>
  `rank_${id.replace('-', '_')}_${suffix(universe)}`
export const signalColumn = (id: string) => `signal_${snakeCase(id)}`
export const floorColumn = (key: string) => `floor_${snakeCase(key)}`

/** Ranks keep the order of what may not be published, with its ties, and none of its values. */
export const COLUMNS: BulkColumn[] = [
  { ...text('day', 'Day of the cohort, whose facts the score reads.'), type: 'date' },
  text('protocol_id', 'Its id on that day, as in the address of its page at the registry.'),
  text('upstream_id', 'Its number in the registry, which a rename does not change.'),
  text('name', 'Its name on that day.'),
  text('family', 'Resamples draw the protocols of one family together.'),
  text('category', 'Its category on that day.'),
  text('activity', 'The activity that the methodology gives to the category; null for none.'),
  number(
    'composite',
    'double',
    POINTS,
    'The score; without a published one, the mean of its dimensions.',
  ),
  { ...text('published', 'Whether the score would have been published.'), type: 'boolean' },
  number('size_rank', 'integer', null, 'Rank by TVL over all rows, 1 the smallest.'),
  number('size_class', 'integer', 'US dollars', 'TVL was at least this.'),
  text(
    'losses',
    'Losses within the window as JSON: `incident` (its id on the page of incidents), `day`, `cause`, and `share` of TVL, null where no amount is known. Null without a loss.',
  ),
  ...SIGNAL_IDS.map((id) =>
    number(
      signalColumn(id),
      'double',
      POINTS,
      `What was read for ${id}; null where it is missing or does not apply.`,
    ),
  ),
  text('missing', 'Signals that apply and were not read, joined by spaces: they are assumed.'),
  text('of_kind', 'Signals that are the rate of losses of the kind.'),
  text(
    'partial',
    'Signals of which little was seen: they count at no less than if they were missing.',
  ),
  ...DIMENSIONS.map((key) =>
    number(floorColumn(key), 'double', POINTS, `The floor that acted on ${key}; null for none.`),
  ),
  ...UNIVERSES.flatMap((universe) =>
    OF_REGISTRY.map((id) =>
      number(
        rankColumn(id, universe),
        'integer',
        null,
        `Rank by the baseline ${id} among the rows of ${suffix(universe)}, the riskiest last; null outside them.`,
      ),
    ),
  ),
]

/** A run without amounts. */
export const cohortRun = z.strictObject({
  facts: runFacts,
  lost: z.array(
    z.strictObject({
      cohort: z.iso.date(),
      name: z.string(),
      day: z.iso.date(),
      reason: z.enum(['out-of-scope', 'not-scored', 'no-size']),
      detail: z.string(),
    }),
  ),
})

export const rowLosses = z.array(
  z.strictObject({
    incident: z.string(),
    day: z.iso.date(),
    cause: z.enum(CAUSES),
    share: z.number().positive().nullable(),
  }),
)
