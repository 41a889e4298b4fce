import type { Config } from '@netlify/functions'
import { createWatchFeedHost } from '../src/host/netlify/watch-feed.ts'

const host = createWatchFeedHost({
  root: process.env.LAMBDA_TASK_ROOT ?? process.cwd(),
  log: (line) => console.log(line),
})

export default (request: Request): Promise<Response> => host(request)

export const config: Config = { path: '/feeds/watch.xml' }
