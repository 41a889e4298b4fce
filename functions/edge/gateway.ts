import type { Context } from '@netlify/edge-functions'
import { VERSION } from '../../src/contract/version.ts'
import { createEdgeHost } from '../../src/host/netlify/edge.ts'

const host = createEdgeHost({
  env: (name) => Netlify.env.get(name),
  version: VERSION,
  now: Date.now,
  newId: () => crypto.randomUUID(),
  log: (line) => console.log(line),
})

export default (request: Request, context: Context): Promise<Response> => host(request, context)
