import type { Config } from '@netlify/functions'
import { createOembedHost } from '../src/host/netlify/oembed.ts'

const host = createOembedHost({
  root: process.env.LAMBDA_TASK_ROOT ?? process.cwd(),
  log: (line) => console.log(line),
})

export default (request: Request): Promise<Response> => host(request)

export const config: Config = { path: '/oembed' }
