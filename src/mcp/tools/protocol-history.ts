import * as z from 'zod'
import { historyDocument } from '../../contract/history.ts'
import { pathPart } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

const MAX_POINTS = 400

const { data } = historyDocument.shape
const point = data.shape.points.element.pick({
  day: true,
  composite: true,
  riskLevel: true,
  tvlUsd: true,
  methodology: true,
})

export const protocolHistory = defineTool({
  name: 'protocol_history',
  title: 'Past scores of a protocol',
  description:
    'The published composite, level and TVL of one protocol by day, oldest first, the newest `limit` days. Compare only days with the same `methodology`: a change of version is not a change of risk. Costs 1 API request.',
  input: z.strictObject({
    id: z.string().min(1).max(200).describe('Id from search_protocols.'),
    limit: z.int().min(1).max(MAX_POINTS).default(12),
  }),
  output: z.object({
    ...data.pick({ id: true, name: true, retired: true }).shape,
    pointCount: z.int().min(0).describe('Days on record.'),
    points: z.array(point).max(MAX_POINTS),
  }),
  run: async ({ id, limit }, api) => {
    const document = await api.get(`/v1/protocols/${pathPart(id)}/history`)
    const { points, ...rest } = historyDocument.parse(document).data
    return {
      ...rest,
      pointCount: points.length,
      points: points.slice(-limit).map((one) => point.strip().parse(one)),
    }
  },
})
