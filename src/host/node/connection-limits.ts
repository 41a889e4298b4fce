/** Limits of connections and their times, in milliseconds. */
export interface ConnectionLimits {
  /** Open connections in total, per IPv4 address or IPv6 /64, and per IPv4 /24 or IPv6 /48: `room.ts` says what one more closes. */
  most: number
  mostOfAddress: number
  mostOfNetwork: number
  /** A connection without a request for this long is idle. */
  idleMs: number
  /** Unanswered requests per connection; beyond them the server stops reading from it. */
  mostUnanswered: number
  /** Unanswered requests in total; the connection that sends one more is closed. */
  mostWaiting: number
  /** Time for the request line and headers. */
  headersMs: number
  requestMs: number
  /** Longer than that of a load balancer in front, so that the balancer closes the connection. */
  keepAliveMs: number
  /** Slowest rate at which a client may read a response; one that falls `writeMs` behind it is disconnected. */
  bytesPerSecond: number
  writeMs: number
  /** Time for a refused client to read the response. */
  refusalGraceMs: number
  checkEveryMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 1_000,
  mostOfAddress: 250,
  mostOfNetwork: 500,
  idleMs: 1_000,
  mostUnanswered: 10,
  mostWaiting: 20_000,
  headersMs: 15_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  bytesPerSecond: 8_192,
  writeMs: 30_000,
  refusalGraceMs: 2_000,
  checkEveryMs: 1_000,
}
