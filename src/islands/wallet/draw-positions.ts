import { fileNameOf } from '../../contract/file-name.ts'
import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { share } from '../../site/figures.ts'
import { type Child, cell, element, name, rowHead } from '../dom/element.ts'
import { drawScore } from '../dom/score.ts'
import { watchButton } from '../kept/watch.ts'
import { chainName } from './chain-name.ts'
import { silentChains } from './coverage.ts'
import { money } from './figures.ts'
import type { Group, Groups } from './groups.ts'
import type { Line } from './lines.ts'
import { isSandbox } from './scan.ts'
import { hasUnpricedDebt } from './sentences.ts'

/** Fills the table of positions: a body for each protocol, one for the chains that were not read, and the sums. */
export function drawPositions(
  table: HTMLTableElement,
  scan: WalletScanResult,
  groups: Groups,
): void {
  for (const body of [...table.tBodies]) body.remove()
  const bodies = groups.groups.map((group) => drawGroup(group, isSandbox(scan)))
  const silent = silentChains(scan)
  if (silent.length > 0) bodies.push(element('tbody', '', ...silent.map(drawSilent)))
  table.tHead?.after(...bodies)
  table.tFoot?.replaceChildren(...drawSums(scan, groups))
}

function drawGroup(group: Group, isInvented: boolean): HTMLElement {
  const { protocol, protocolSlug: id } = group
  const href = `/protocol/${encodeURIComponent(id)}/`
  const title = isInvented ? name(protocol) : element('a', { href }, name(protocol))
  const head = element(
    'tr',
    'grp',
    rowHead(title, ...(isInvented ? [] : [' ', watchButton(id, protocol, fileNameOf(id))])),
    empty(),
    cell('', 'n', group.valueUsd === null ? 'value unknown' : money(group.valueUsd)),
    cell('Share', 'n', group.shareTenths === null ? '?' : share(group.shareTenths / 1_000)),
    cell('', 'sc', drawScore(group.score)),
    cell('Adds', 'n', addsText(group)),
  )
  return element('tbody', '', head, ...group.lines.map(drawLine))
}

function addsText({ addsHundredths }: Group): Child {
  return addsHundredths === null
    ? element('span', 'small', 'left out')
    : (addsHundredths / 100).toFixed(2)
}

function drawLine(line: Line): HTMLElement {
  const notes = line.notes.map((note) => element('small', line.isWarning ? 'why' : '', note))
  const market = line.market === null ? [] : [element('small', '', 'Market ', name(line.market))]
  const amount = line.detail === '' ? [] : [`${line.detail} `]
  return element(
    'tr',
    'posn',
    rowHead(`${line.role} `, ...amount, name(line.name), ...market, ...notes),
    cell('', 'ch', chainName(line.chain)),
    cell('', line.usd === null ? 'n na' : 'n', line.hasValue ? money(line.usd) : '–'),
    ...[empty(), empty(), empty()],
  )
}

function drawSilent(chain: string): HTMLElement {
  const state = [cell('', 'ch', 'not read'), cell('', 'n', 'unknown'), empty()]
  const figures = cell('', 'sc', 'not in these figures')
  return element('tr', 'missing', rowHead(chainName(chain)), ...state, figures, empty())
}

function drawSums(
  scan: WalletScanResult,
  { assetsUsd, addsHundredths, groups }: Groups,
): HTMLElement[] {
  if (groups.length === 0) return []
  const { borrowedUsd, netUsd } = scan.totals
  const assets = element(
    'tr',
    'sum',
    rowHead('Portfolio'),
    empty(),
    cell('Assets', 'n', money(assetsUsd)),
    cell('Share', 'n', assetsUsd > 0 ? share(1) : '–'),
    cell('', 'sc', drawScore(scan.portfolioScore, 'No score')),
    cell('Adds', 'n', addsHundredths === null ? '–' : (addsHundredths / 100).toFixed(2)),
  )
  return [
    assets,
    sumRow(hasUnpricedDebt(scan) ? 'Debts with a price' : 'Debts', money(-borrowedUsd)),
    sumRow('Net of debts', money(netUsd)),
  ]
}

function sumRow(label: string, text: string): HTMLElement {
  const others = [empty(), empty(), empty()]
  return element('tr', 'posn', rowHead(label), empty(), cell('', 'n', text), ...others)
}

/** A cell for which the row has nothing. */
function empty(): HTMLElement {
  return cell('', 'empty')
}
