import type { Config } from '@netlify/functions'
import { callBuildHook } from '../src/host/netlify/rebuild.ts'

export default (): Promise<void> =>
  callBuildHook({
    url: process.env.BUILD_HOOK_URL,
    fetch,
    log: (line) => console.log(line),
  })

/** Mondays and Thursdays, off the full hour: two deploys a week fit the free plan, a daily one does not. UTC. */
export const config: Config = { schedule: '17 5 * * 1,4' }
