// biome-ignore-all lint/performance/noBarrelFile: types only; every type of the API in one place.
export type * from './types/control.ts'
export type * from './types/history.ts'
export type * from './types/lists.ts'
export type * from './types/protocol.ts'
export type * from './types/queries.ts'
export type * from './types/score.ts'
export type * from './types/service.ts'
export type * from './types/wallet.ts'
