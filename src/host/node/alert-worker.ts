import { parentPort, workerData } from 'node:worker_threads'
import { openState } from '../../state/open-state.ts'
import { type AlertHostOptions, createAlerts, repeatAlerts } from './alerts.ts'
import { holdSending } from './sender-lease.ts'

/** What the thread of alerts is given. */
export interface AlertThreadOptions extends Omit<AlertHostOptions, 'state'> {
  stateUrl: string
  stateToken: string | null
  /** Overrides the time between two looks, in milliseconds. */
  everyMs?: number
}

const { stateUrl, stateToken, everyMs, ...options }: AlertThreadOptions = workerData
const state = await openState(stateUrl, {
  ...{ token: stateToken, instance: crypto.randomUUID(), clock: Date.now },
})
const log = (error: unknown) => parentPort?.postMessage(String(error))
const { isHeld } = holdSending(state, { log })
const { look } = createAlerts({ ...options, state, isSender: isHeld })
repeatAlerts(look, log, { isSender: isHeld, ...(everyMs && { everyMs }) })
// The timer alone does not keep a thread.
parentPort?.ref()
