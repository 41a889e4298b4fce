import * as z from 'zod'
import { statsDocument } from '../../contract/stats.ts'
import { defineTool } from '../tool.ts'

export const getStats = defineTool({
  name: 'get_stats',
  title: 'Totals over all protocols',
  description:
    'Number of protocols and chains, mean composite and its change over a week, total TVL, recent exploits, and when it was computed.',
  input: z.strictObject({}),
  run: async (_, api) => statsDocument.parse(await api.get('/v1/stats')).data,
})
