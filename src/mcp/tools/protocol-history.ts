import * as z from 'zod'
import { historyDocument } from '../../contract/history.ts'
import { pathPart } from '../ask-api.ts'
import { documentOf } from '../suggest.ts'
import { defineTool } from '../tool.ts'

const MAX_POINTS = 100

export const protocolHistory = defineTool({
  name: 'protocol_history',
  title: 'Past scores of a protocol',
  description:
    'Composite, level and TVL of one protocol by day, oldest first, the newest `limit` days. Published on their day, unless `basis` says back-tested: computed later. Compare only days of the same `methodology`.',
  input: z.strictObject({
    id: z.string().min(1).max(200),
    limit: z.int().min(1).max(MAX_POINTS).default(12),
  }),
  run: async ({ id, limit }, api) => {
    const document = await documentOf(id, `/v1/protocols/${pathPart(id)}/history`, api)
    const { points, ...rest } = historyDocument.parse(document).data
    return {
      ...{ id: rest.id, name: rest.name, retired: rest.retired, pointCount: points.length },
      points: points
        .slice(-limit)
        .map(({ day, composite, riskLevel, tvlUsd, methodology, basis }) => ({
          ...{ day, composite, riskLevel, tvlUsd, methodology },
          ...(basis && { basis }),
        })),
    }
  },
})
