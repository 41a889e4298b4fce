import type { Config } from '@netlify/functions'
import { createShareHost } from '../src/host/netlify/share.ts'

const host = createShareHost({
  root: process.env.LAMBDA_TASK_ROOT ?? process.cwd(),
  log: (line) => console.log(line),
})

export default (request: Request): Promise<Response> => host(request)

export const config: Config = { path: '/share/*' }
