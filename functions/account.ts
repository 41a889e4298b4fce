import type { Config, Context } from '@netlify/functions'
import { createMailer } from '../src/alerts/mail.ts'
import { createAccountHost } from '../src/host/netlify/account.ts'

const host = createAccountHost({
  env: process.env,
  root: process.env.LAMBDA_TASK_ROOT ?? process.cwd(),
  fetch,
  createMailer,
  now: Date.now,
  newId: () => crypto.randomUUID(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  log: (line) => console.log(line),
})

export default (request: Request, context: Context): Promise<Response> => host(request, context)

// Scans are a function of their own: what they need would make each sign-in wait.
export const config: Config = { path: '/account/api/*', excludedPath: '/account/api/scan' }
