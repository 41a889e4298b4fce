import type { Config, Context } from '@netlify/functions'
import { createAccountHost } from '../src/host/netlify/account.ts'
import { createWalletHost } from '../src/host/netlify/wallet.ts'

const options = {
  env: process.env,
  root: process.env.LAMBDA_TASK_ROOT ?? process.cwd(),
  fetch,
  now: Date.now,
  clock: () => performance.now(),
  newId: () => crypto.randomUUID(),
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  log: (line: string) => console.log(line),
}
const host = createAccountHost({ ...options, scanWallet: createWalletHost(options) })

export default (request: Request, context: Context): Promise<Response> => host(request, context)

export const config: Config = { path: '/account/api/scan' }
