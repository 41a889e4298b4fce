import { changesDocument } from '../../../contract/changes.ts'
import { MAX_CHANGES } from '../../../contract/query.ts'
import type { RouteDocumentation } from '../documentation.ts'
import { query } from '../query-parameters.ts'
import example from './example.json' with { type: 'json' }

export const changesDocumentation = {
  operationId: 'changes',
  tag: 'Protocols',
  description:
    'Who moved between the snapshot at or before `since` and the newest one, by how much, and which signals moved it; who got or lost a score; who is new or no longer listed. `from` says which snapshot it is: every snapshot of the last ten days can be compared, one of each week up to 45 days, and one of every four weeks up to 400 days; an earlier `since` gives the oldest of them. Moves are compared under one methodology only: `comparedFrom` is later than `from` when the methodology has changed in between, and `methodChanges` describes each change of method on its own.',
  parameters: [
    query('since', 'Day to compare with. Default: a week before the newest snapshot.', {
      type: 'string',
      format: 'date',
    }),
    query('limit', 'Most rows of each list; `counts` gives the sizes of the whole lists.', {
      type: 'integer',
      minimum: 1,
      maximum: MAX_CHANGES,
      default: 50,
    }),
  ],
  conditional: true,
  schema: changesDocument,
  success: 'The changes.',
  example,
  problems: [],
  invalid: { since: ['must be a day, such as 2026-11-21'] },
} satisfies RouteDocumentation
