import { paused } from '../unusable.ts'
import { type RedisCommand, RedisReplyError } from './command.ts'

/** Commands in a row without a reply after which no more are sent. */
export const FAILURES_TO_OPEN = 3

/** Time between two probes of a Redis that does not reply. */
export const PROBE_EVERY_MS = 2_000

/** While it does not reply, one line of the log in this time. */
export const REPORT_EVERY_MS = 60_000

export interface BreakerOptions {
  /** Milliseconds from any starting point. */
  clock: () => number
  /** Takes one sentence when Redis stops replying, one when it replies again, and in between one a minute with a count. */
  log?: ((sentence: string) => void) | undefined
  /** Keeps an instance running until the probe has ended: `context.waitUntil` on Netlify. */
  background?: ((work: Promise<void>) => void) | undefined
}

/**
 * A circuit breaker. After `FAILURES_TO_OPEN` commands in a row without a reply, every command rejects at once with `STATE_PAUSED`, and
 * a `PING` that no command waits for asks every `PROBE_EVERY_MS` whether Redis replies again. A command that fails after others have
 * opened the breaker rejects with `STATE_PAUSED` too, so that few errors are logged.
 */
export function withBreaker(
  command: RedisCommand,
  { clock, log = () => undefined, background = () => undefined }: BreakerOptions,
): RedisCommand {
  let failures = 0
  let open: { since: number; probedAt: number; reportedAt: number; refused: number } | null = null

  const refuse = () => {
    if (open) open.refused += 1
    return paused()
  }

  function failed(error: unknown): unknown {
    if (open) return refuse()
    failures += 1
    if (failures < FAILURES_TO_OPEN) return error
    const since = clock()
    open = { since, probedAt: since, reportedAt: since, refused: 0 }
    const reason = error instanceof Error ? error.message : 'unknown'
    log(`${reason} Redis is not used until it replies to a probe.`)
    return error
  }

  function replied(): void {
    failures = 0
    if (!open) return
    const seconds = Math.round((clock() - open.since) / 1_000)
    log(`Redis replies again after ${seconds} s. Commands that were not sent: ${open.refused}.`)
    open = null
  }

  async function probe(): Promise<void> {
    if (await replies(command)) replied()
  }

  return async (args) => {
    if (open) {
      const now = clock()
      // The clock may be set back.
      if (Math.abs(now - open.probedAt) >= PROBE_EVERY_MS) {
        open.probedAt = now
        background(probe())
      }
      if (Math.abs(now - open.reportedAt) >= REPORT_EVERY_MS) {
        open.reportedAt = now
        log(`Redis still does not reply. Commands that were not sent: ${open.refused}.`)
      }
      throw refuse()
    }
    try {
      const reply = await command(args)
      replied()
      return reply
    } catch (error) {
      if (!(error instanceof RedisReplyError)) throw failed(error)
      replied()
      throw error
    }
  }
}

/** An error reply is a reply. */
function replies(command: RedisCommand): Promise<boolean> {
  return command(['PING']).then(
    () => true,
    (error: unknown) => error instanceof RedisReplyError,
  )
}
