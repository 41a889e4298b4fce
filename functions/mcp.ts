import type { Config, Context } from '@netlify/functions'
import { createMcpHost } from '../src/api/host/netlify/mcp.ts'
import { VERSION } from '../src/contract/version.ts'

const host = createMcpHost({
  env: process.env,
  version: VERSION,
  fetch,
  now: Date.now,
  log: (line) => console.log(line),
})

export default (request: Request, context: Context): Promise<Response> => host(request, context)

export const config: Config = { path: '/mcp' }
