import type { Config } from '@netlify/functions'
import { createScreenerHost } from '../src/host/netlify/screener.ts'

const host = createScreenerHost({
  root: process.env.LAMBDA_TASK_ROOT ?? process.cwd(),
  log: (line) => console.log(line),
})

export default (request: Request): Promise<Response> => host(request)

export const config: Config = {
  path: ['/_fn/screener', '/_fn/protocols', '/_fn/search', '/_fn/stress', '/_fn/incidents'],
}
