import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { cell, drawing, element, rowHead } from '../dom/element.ts'
import { chainName } from './chain-name.ts'
import { type ChainRow, type ChainState, chainRows } from './coverage.ts'

const CIRCLE = { cx: '10', cy: '10', r: '8.5' }
const SIGNS: Record<ChainState, { path: string; dash?: string }> = {
  found: { path: 'M6 10.5l2.8 2.8L14.2 7' },
  empty: { path: 'M6 10.5l2.8 2.8L14.2 7' },
  part: { path: 'M5.5 10h4', dash: '3 2.34' },
  silent: { path: 'M6.5 6.5l7 7m0-7l-7 7', dash: '3 2.34' },
  unasked: { path: 'M5.5 10h9' },
}

/** Fills the table of chains. `chains`: the names of all chains that a scan can ask. */
export function drawChains(
  body: HTMLElement,
  scan: WalletScanResult,
  chains: readonly string[],
): void {
  body.replaceChildren(...chainRows(scan, chains).map(drawRow))
}

function drawRow(row: ChainRow): HTMLElement {
  const isMissing = row.state === 'silent' || row.state === 'part'
  return element(
    'tr',
    isMissing ? 'missing' : row.state === 'unasked' ? 'unasked' : '',
    rowHead(chainName(row.chain)),
    cell('', 'state', sign(SIGNS[row.state]), element('span', '', row.result)),
    cell('', 'looked', row.looked),
    cell('Block', 'n', row.block),
    cell('', 'when', row.blockTime),
  )
}

/** The sign of an answer: a tick, a cross or a dash in a ring, for readers who see no colour. */
export function sign({ path, dash }: { path: string; dash?: string }): SVGElement {
  return drawing(
    'svg',
    { class: 'sign', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    drawing('circle', { ...CIRCLE, ...(dash !== undefined && { 'stroke-dasharray': dash }) }),
    drawing('path', { d: path }),
  )
}

export const SANCTION_SIGNS = { clear: SIGNS.found, listed: SIGNS.silent, unknown: SIGNS.unasked }
