import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { day } from '../../site/figures.ts'

const TITLES: Record<WalletScanResult['sanctions']['status'], string> = {
  clear: 'Not on a list that was checked.',
  listed: 'On a sanctions list.',
  unknown: 'Not checked: no list gave an answer. That is not a clearance.',
}

const LISTS: Record<string, string> = {
  ofac: 'The list of the US Treasury (OFAC)',
  'chainalysis:ethereum': 'The sanctions oracle of Chainalysis on Ethereum',
  'chainalysis:base': 'The sanctions oracle of Chainalysis on Base',
  sandbox: 'The invented list of the sandbox',
}

/** The answer of the sanctions check, with a sentence for each list that was asked. */
export function formatSanctions({ status, sources }: WalletScanResult['sanctions']) {
  return {
    title: TITLES[status],
    sources: sources.map(({ id, asOf, hit }) => {
      const list = LISTS[id] ?? `The list ${id}`
      const dated = asOf === null ? 'without a date' : `of ${day(asOf)}`
      if (hit === null && asOf !== null) return `${list}, ${dated}: too old to clear an address.`
      if (hit === null) return `${list}: no answer that can be used.`
      return `${list}, ${dated}: ${hit ? 'has the address' : 'does not have the address'}.`
    }),
  }
}
