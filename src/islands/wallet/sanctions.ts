import words from '../../content/wallet-words.json' with { type: 'json' }
import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { day } from '../../site/figures.ts'

const LISTS: Record<string, string> = words.sanctionLists

/** The answer of the sanctions check, with a sentence for each list that was asked. */
export function formatSanctions({ status, sources }: WalletScanResult['sanctions']) {
  return {
    title: words.sanctions[status],
    sources: sources.map(({ id, asOf, hit }) => {
      const list = LISTS[id] ?? `The list ${id}`
      const dated = asOf === null ? 'without a date' : `of ${day(asOf)}`
      if (hit === null && asOf !== null) return `${list}, ${dated}: too old to clear an address.`
      if (hit === null) return `${list}: no answer that can be used.`
      return `${list}, ${dated}: ${hit ? 'has the address' : 'does not have the address'}.`
    }),
  }
}
