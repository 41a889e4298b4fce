import type { Multisig } from '../../domain/protocol.ts'
import type { ReviewTable } from './schema.ts'

const MAX_SIGNERS = 100

const COUNTS = /^multi-?sig\s+([1-9]\d{0,2})\s*\/\s*([1-9]\d{0,2})$/i

/**
 * The multisigs of a review, from its tables with a column for the type and one for the signers. A row without numbers
 * (`Contract`, `EOA`, `Multisig ?/?`), or with a threshold above the number of signers, is skipped.
 */
export function multisigsOf(tables: readonly ReviewTable[]): Multisig[] {
  return tables.flatMap(({ header, rows }) => {
    const type = column(header, /^type$/i)
    const outsiders = column(header, /\bnon-insiders?\b/i)
    const publicSigners = column(header, /^signers public/i)
    // Reviews list the owners a second time without these columns; reading both would count a multisig twice.
    if (type === -1 || (outsiders === -1 && publicSigners === -1)) return []
    return rows.flatMap((row) => {
      const [threshold, signers] = countsOf(row[type] ?? '')
      if (!threshold || !signers) return []
      return {
        threshold,
        signers,
        outsiders: ticked(row[outsiders]),
        publicSigners: ticked(row[publicSigners]),
      }
    })
  })
}

function column(header: readonly string[], title: RegExp): number {
  return header.findIndex((cell) => title.test(cell.trim()))
}

function countsOf(cell: string): number[] {
  const [threshold = 0, signers = 0] = (COUNTS.exec(cell.trim()) ?? []).slice(1).map(Number)
  return threshold <= signers && signers <= MAX_SIGNERS ? [threshold, signers] : []
}

/** A tick may be followed by its source. Anything that is neither a tick nor a cross is no answer. */
function ticked(cell: string | undefined): boolean | null {
  if (/^✅(\s|$)/u.test(cell ?? '')) return true
  return /^❌(\s|$)/u.test(cell ?? '') ? false : null
}
