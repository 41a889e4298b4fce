import type { Context } from '@netlify/edge-functions'
import packageJson from '../../package.json' with { type: 'json' }
import { createDownloadHost } from '../../src/host/netlify/download.ts'

const host = createDownloadHost({
  env: (name) => Netlify.env.get(name),
  version: packageJson.version,
  now: Date.now,
  newId: () => crypto.randomUUID(),
  log: (line) => console.log(line),
})

export default (request: Request, context: Context): Promise<Response> => host(request, context)
