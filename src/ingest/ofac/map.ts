import * as z from 'zod'
import { type Batch, count, noRowCounts, type SanctionedAddress } from '../../domain/batch.ts'
import type { Day } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { refuseRow } from '../refuse-row.ts'

/** The parsed body of one asset's file. */
export interface AssetList {
  asset: string
  body: unknown
}

const listSchema = z.array(z.unknown())
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i
/** Longer than any address; Monero's integrated addresses have 106 characters. */
const MAX_LENGTH = 256

/**
 * The addresses of all assets. Throws `UPSTREAM_INVALID` when a body is not a list, or when there is no address at all:
 * an empty list would clear every address.
 */
export function sanctionsBatch(lists: readonly AssetList[], asOf: Day): Batch {
  const rowCounts = noRowCounts()
  const sanctions: SanctionedAddress[] = []
  for (const { asset, body } of lists) {
    const parsed = listSchema.safeParse(body)
    if (!parsed.success) {
      throw new PlimsollError('UPSTREAM_INVALID', `The OFAC list of ${asset} is not a list.`)
    }
    const seen = new Set<string>()
    for (const entry of parsed.data) {
      rowCounts.rows++
      const read = readAddress(entry)
      if ('problem' in read) {
        refuseRow(rowCounts, read.problem, entry)
      } else if (seen.has(read.address)) {
        count(rowCounts.outOfScope, 'duplicate')
      } else {
        seen.add(read.address)
        rowCounts.accepted++
        sanctions.push({ asset, address: read.address })
      }
    }
  }
  if (sanctions.length === 0) {
    throw new PlimsollError('UPSTREAM_INVALID', 'The OFAC lists hold no address at all.')
  }
  const refused = rowCounts.rows - rowCounts.accepted - (rowCounts.outOfScope.duplicate ?? 0)
  // A dropped entry is an address that is not screened, so it must be reported.
  const notes = refused === 0 ? [] : [`${refused} entries of the OFAC lists could not be read.`]
  return { asOf, rowCounts, sanctions, notes }
}

/** EVM addresses are compared in lower case; other addresses are case-sensitive. */
function readAddress(entry: unknown): { address: string } | { problem: string } {
  if (typeof entry !== 'string') return { problem: 'not-text' }
  if (entry.trim() === '') return { problem: 'empty' }
  if (/\s/.test(entry)) return { problem: 'whitespace' }
  if (entry.length > MAX_LENGTH) return { problem: 'too-long' }
  return { address: EVM_ADDRESS.test(entry) ? entry.toLowerCase() : entry }
}
