import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { part } from '../dom/part.ts'
import { isSandbox } from '../wallet/scan.ts'
import { warnings } from '../wallet/warnings.ts'
import { type KeptWallet, withWallet } from './kept.ts'
import { changeKept, readKept } from './storage.ts'

/** A scan in short, at `at` (ISO 8601). */
export function shortOf(scan: WalletScanResult, at: string): KeptWallet {
  const { address, totals, portfolioScore: score } = scan
  const risks = warnings(scan).map((risk) => risk.replaceAll(/[\u2068\u2069]/g, ''))
  return { address, at, netWorthUsd: totals.netWorthUsd ?? null, score, risks }
}

/** Offers to save a scan in this browser. Of a wallet that is saved already, the saved scan is renewed. An invented one is not offered. */
export function showSaving(root: HTMLElement, scan: WalletScanResult): void {
  const place = part<HTMLElement>(root, '[data-saving]')
  const save = part<HTMLButtonElement>(place, '[data-save]')
  const words = part(place, '[data-saved]')
  place.hidden = isSandbox(scan)
  if (place.hidden) return
  const wallet = shortOf(scan, new Date().toISOString())
  const keep = (text: string) => {
    changeKept((kept) => withWallet(kept, wallet))
    save.hidden = true
    words.textContent = text
    dispatchEvent(new Event('plimsoll-kept'))
  }
  save.hidden = false
  words.textContent = ''
  save.onclick = () => keep('Saved in this browser.')
  if (readKept().wallets.some(({ address }) => address === wallet.address)) {
    keep('Renewed among your saved wallets.')
  }
}
