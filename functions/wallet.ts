import type { Config } from '@netlify/functions'
import { createWalletHost } from '../src/host/netlify/wallet.ts'

const host = createWalletHost({
  root: process.env.LAMBDA_TASK_ROOT ?? process.cwd(),
  env: process.env,
  fetch,
  now: Date.now,
  clock: () => performance.now(),
  log: (line) => console.log(line),
})

export default (request: Request): Promise<Response> => host(request)

export const config: Config = { path: '/_fn/wallet' }
