import type { ApiResponse } from './api-response.ts'

/** `sandbox`: the invented protocols and wallets that test keys see. */
export type DataSet = 'live' | 'sandbox'

/**
 * Fetches an internal address of the same site: a published document (`/_data/live/stats.json`) or a function
 * (`/_fn/screener?…`).
 */
export type InternalFetch = (address: string) => Promise<ApiResponse>
