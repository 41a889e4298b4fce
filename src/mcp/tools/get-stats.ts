import * as z from 'zod'
import { stats, statsDocument } from '../../contract/stats.ts'
import { defineTool } from '../tool.ts'

export const getStats = defineTool({
  name: 'get_stats',
  title: 'Totals over all protocols',
  description:
    'How many protocols and chains there are, their mean composite risk and its change over a week, total TVL, recent exploits, and when this was computed. Use it for the state of the whole market and for the age of the data. Costs 1 API request.',
  input: z.strictObject({}),
  output: z.object(stats.shape),
  run: async (_, api) => statsDocument.parse(await api.get('/v1/stats')).data,
})
