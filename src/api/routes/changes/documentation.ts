import { type ChangesDocument, changesDocument } from '../../../contract/changes.ts'
import { MAX_CHANGES } from '../../../contract/query.ts'
import type { RouteDocumentation } from '../documentation.ts'
import { query } from '../query-parameters.ts'

const BEFORE = { id: '2025-12-25-0123456789ab', day: '2025-12-25', methodology: '0.3.0' }

const EXAMPLE: ChangesDocument = {
  success: true,
  data: {
    from: BEFORE,
    to: { id: '2026-01-01-ba9876543210', day: '2026-01-01', methodology: '0.3.0' },
    comparedFrom: BEFORE,
    methodChanges: [],
    counts: {
      moved: 1,
      riskier: 1,
      safer: 0,
      levelChanges: 1,
      notAnnounced: 2,
      unchanged: 43,
      scored: 0,
      unscored: 0,
      appeared: 0,
      retired: 1,
    },
    moves: [
      {
        id: 'sandbox-guillemot-lend',
        name: 'Guillemot Lend',
        category: 'Lending',
        from: { composite: 4.4, riskLevel: 'moderate' },
        to: { composite: 4.6, riskLevel: 'elevated' },
        delta: 0.2,
        exactDelta: 0.190412,
        levelChanged: true,
        redistributed: [],
        signals: [
          {
            signal: 'utilisation',
            kind: 'signal',
            dimension: 'credit',
            exactDelta: 0.2,
            basis: 'measured',
            basisBefore: 'measured',
            reason: 'Borrowers use 92 % of the deposits.',
          },
        ],
        otherSignals: -0.009588,
        signalsMissing: null,
      },
    ],
    scored: [],
    unscored: [],
    appeared: [],
    retired: [
      {
        id: 'sandbox-knot-options',
        name: 'Knot Options',
        category: 'Options',
        day: '2026-01-01',
        reason: 'dead',
      },
    ],
  },
}

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
  example: EXAMPLE,
  problems: [],
  invalid: { since: ['must be a day, such as 2026-11-21'] },
} satisfies RouteDocumentation
