import { parseJson } from '../../domain/json.ts'
import { unusable } from '../unusable.ts'
import { type RedisCommand, RedisReplyError } from './command.ts'

/** Deadline of a command. */
export const REDIS_REST_DEADLINE_MS = 500

/**
 * Redis over HTTP as Upstash offers it: one POST per command, a JSON list in, `{result}` or `{error}` out. Runs on the edge. (https://upstash.com/docs/redis/features/restapi)
 */
export function redisOverHttp(
  url: string,
  token: string,
  deadlineMs = REDIS_REST_DEADLINE_MS,
): RedisCommand {
  return async (args) => {
    const { status, body } = await post(url, token, args, deadlineMs)
    const fields = typeof body === 'object' && body !== null ? body : {}
    if ('error' in fields && typeof fields.error === 'string') {
      if (status === 401 || status === 403) throw unusable('the Redis endpoint refused STATE_TOKEN')
      throw new RedisReplyError(fields.error)
    }
    if (status !== 200 || !('result' in fields)) {
      throw unusable(`the Redis endpoint answered with status ${status}`)
    }
    return fields.result
  }
}

async function post(
  url: string,
  token: string,
  args: (string | number)[],
  deadlineMs: number,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const text = await response.text()
    return { status: response.status, body: parseJson(text) }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    const reason = late
      ? `the Redis endpoint did not answer within ${deadlineMs} ms`
      : 'the Redis endpoint cannot be reached'
    throw unusable(reason, error)
  }
}
