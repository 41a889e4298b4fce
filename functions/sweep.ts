import type { Config } from '@netlify/functions'
import { sweepState } from '../src/host/netlify/sweep.ts'

export default (): Promise<void> =>
  sweepState({
    stateUrl: process.env.STATE_URL,
    stateToken: process.env.STATE_TOKEN,
    now: Date.now(),
    log: (line) => console.log(line),
  })

/** Daily, off the full hour, when no build runs. UTC. */
export const config: Config = { schedule: '43 3 * * *' }
