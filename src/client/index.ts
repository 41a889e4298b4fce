// biome-ignore-all lint/performance/noBarrelFile: the entry of the package.
export type { Client } from './client.ts'
export { createClient } from './client.ts'
export type { ErrorCode, ServiceErrorCode } from './errors.ts'
export { PlimsollError } from './errors.ts'
export type * from './queries.ts'
export type { RateLimit } from './rate-limit.ts'
export type { CallOptions, ClientOptions, ReadOptions } from './transport.ts'
export type * from './types.ts'
