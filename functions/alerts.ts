import type { Config } from '@netlify/functions'
import { sendAlerts } from '../src/host/netlify/alerts.ts'

export default async (): Promise<void> => {
  await sendAlerts({
    env: process.env,
    root: process.env.LAMBDA_TASK_ROOT ?? process.cwd(),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    random: Math.random,
    log: (line) => console.log(line),
  })
}

/** Every twenty minutes: a run of half a second costs about three credits a month. UTC. */
export const config: Config = { schedule: '*/20 * * * *' }
