import { toHex } from '../../domain/hex.ts'
import { unusable } from '../unusable.ts'

/** The common hash tag keeps all keys in one slot: a cluster requires that for a script. */
export const PREFIX = '{plimsoll}:'

/**
 * Sends one command and returns its reply. Rejects with `STATE_UNUSABLE` within the transport's deadline, and with
 * `RedisReplyError` when Redis itself answers with an error.
 */
export type RedisCommand = (args: (string | number)[]) => Promise<unknown>

/** An error reply from Redis. Only its first word is kept, because the rest may repeat what was sent. */
export class RedisReplyError extends Error {
  readonly reply: string

  constructor(message: string) {
    const reply = /^[A-Z]+/.exec(message)?.[0] ?? 'ERR'
    super(`Redis answered ${reply}.`)
    this.name = 'RedisReplyError'
    this.reply = reply
  }
}

type ScriptRunner = (keys: string[], values: (string | number)[]) => Promise<unknown>

/** The command, with an error reply of Redis as `STATE_UNUSABLE`. */
export function commandWithStateErrors(command: RedisCommand): RedisCommand {
  return async (args) => {
    try {
      return await command(args)
    } catch (error) {
      if (error instanceof RedisReplyError) throw unusable(`Redis answered ${error.reply}`, error)
      throw error
    }
  }
}

/** Runs the script by its SHA-1, and sends its text when Redis does not know it. */
export function scriptRunner(script: string, command: RedisCommand): ScriptRunner {
  const send = commandWithStateErrors(command)
  let name: Promise<string> | null = null
  return async (keys, values) => {
    name ??= sha1(script)
    const rest = [keys.length, ...keys, ...values]
    try {
      return await command(['EVALSHA', await name, ...rest])
    } catch (error) {
      if (!(error instanceof RedisReplyError)) throw error
      if (error.reply !== 'NOSCRIPT') throw unusable(`Redis answered ${error.reply}`, error)
      return send(['EVAL', script, ...rest])
    }
  }
}

async function sha1(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return toHex(new Uint8Array(hash))
}

/** A list of texts; an absent value becomes an empty text. */
export function textsOf(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw unexpectedReply()
  return reply.map((item: unknown) => (item === null || item === undefined ? '' : String(item)))
}

export function unexpectedReply(): Error {
  return unusable('the reply of Redis has an unexpected form')
}
