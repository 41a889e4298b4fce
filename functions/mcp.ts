import type { Config, Context } from '@netlify/functions'
import { VERSION } from '../src/contract/version.ts'
import { createMcpHost } from '../src/host/netlify/mcp.ts'

const host = createMcpHost({
  env: process.env,
  version: VERSION,
  fetch,
  now: Date.now,
  log: (line) => console.log(line),
})

export default (request: Request, context: Context): Promise<Response> => host(request, context)

export const config: Config = { path: '/mcp' }
