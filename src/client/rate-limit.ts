/** What the service last said of the limits of the caller. Null where it did not say. */
export interface RateLimit {
  /** Requests a day. */
  limit: number
  /** Requests left today. */
  remaining: number
  /** When the day ends, in seconds since 1970. */
  reset: number | null
  /** Requests a minute. */
  burstLimit: number | null
  /** Requests left in this minute. */
  burstRemaining: number | null
}

/** The limits in the headers of a response. Null when it has none. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const read = (name: string) => {
    const text = headers.get(`X-RateLimit-${name}`)
    return text !== null && /^\d+$/.test(text) ? Number(text) : null
  }
  const [limit, remaining] = [read('Limit'), read('Remaining')]
  if (limit === null || remaining === null) return null
  return {
    limit,
    remaining,
    reset: read('Reset'),
    burstLimit: read('Burst-Limit'),
    burstRemaining: read('Burst-Remaining'),
  }
}

/** Milliseconds of a `Retry-After`, which is a number of seconds or a date. Null when there is none that can be read. */
export function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('Retry-After')
  if (text === null) return null
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // The clock of the service, where it can be read: that of the caller may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
