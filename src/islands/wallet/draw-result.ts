import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { DIMENSION_TEXT, DIMENSIONS } from '../../domain/dimension.ts'
import { counted } from '../../domain/format.ts'
import { riskLevel } from '../../domain/risk-level.ts'
import { levelNumber } from '../../site/levels.ts'
import { cell, drawing, element, items, name, row, rowHead } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { drawScore, showScore } from '../dom/score.ts'
import { approvalLines, approvalSentences } from './approvals.ts'
import { chainName } from './chain-name.ts'
import { drawChains, SANCTION_SIGNS, sign } from './draw-chains.ts'
import { drawPositions } from './draw-positions.ts'
import { drawTanks } from './draw-tanks.ts'
import { money, tokens } from './figures.ts'
import { type Groups, groupPositions, isShown } from './groups.ts'
import { formatSanctions } from './sanctions.ts'
import { holdingsOf, isSandbox, riskOf } from './scan.ts'
import { facts, findings, formatTankSummary, gaps, worth } from './sentences.ts'
import { standingIn, standingRows, standingSentences } from './standing.ts'
import { tanksOf } from './tanks.ts'
import { warnings } from './warnings.ts'

const MISTYPED = 'Its checksum is wrong: it may be mistyped.'

/** Shows a scan in the frame of `WalletResult.astro`. `chains`: all chains that a scan can ask. */
export function drawResult(
  root: HTMLElement,
  scan: WalletScanResult,
  chains: readonly string[],
): void {
  const groups = groupPositions(scan)
  const has = groups.groups.length > 0
  part(root, '[data-heading]').replaceChildren(name(scan.resolvedFrom ?? scan.address))
  part(root, '[data-resolved]').textContent =
    scan.resolvedFrom === undefined ? (scan.checksum ? MISTYPED : '') : scan.address
  show(root, '[data-invented]', isSandbox(scan))
  const missing = gaps(scan)
  part(root, '[data-gaps]').textContent = missing ?? ''
  show(root, '[data-gaps]', missing !== null)
  drawSummary(root, scan, groups)
  drawSanctions(root, scan)
  const notes = warnings(scan)
  part(root, '[data-warnings]').replaceChildren(...items(notes))
  show(root, '#wallet-warnings', notes.length > 0)
  drawPositions(part<HTMLTableElement>(root, '.holdings'), scan, groups)
  show(root, '#wallet-positions', has)
  drawCoins(root, scan)
  drawFolded(root, scan)
  drawApprovals(root, scan)
  drawStanding(root, scan)
  drawDimensions(part(root, '.wallet-dims tbody'), scan)
  show(
    root,
    '#wallet-dimensions',
    Object.values(riskOf(scan).dimensions ?? {}).some((each) => each !== null),
  )
  drawChains(part(root, '.seen tbody'), scan, chains)
  drawKnownGaps(root, scan)
  root.hidden = false
}

function drawSummary(root: HTMLElement, scan: WalletScanResult, groups: Groups): void {
  const { portfolioScore: score } = scan
  const tanks = tanksOf(holdingsOf(scan))
  const picture = part(root, '.tanks')
  drawTanks(picture, part<HTMLElement>(root, '[data-tank-names]'), tanks, score)
  picture.setAttribute('aria-label', formatTankSummary(scan, groups))
  show(root, '[data-picture]', tanks.length > 0)
  show(
    root,
    '[data-left-out]',
    tanks.some((tank) => tank.score === null),
  )
  showScore(part(root, '[data-score]'), score, 'No score')
  part(root, '[data-say]').textContent = findings(scan, groups)
  part(root, '[data-facts]').replaceChildren(
    ...(groups.groups.length > 0 ? facts(scan, groups) : worth(scan)).flatMap(([label, text]) => [
      element('dt', '', label),
      element('dd', '', text),
    ]),
  )
}

/** An answer of an older service has none. */
function drawCoins(root: HTMLElement, { holdings = [], totals }: WalletScanResult): void {
  const { count = 0, usd = 0 } = totals.smallHoldings ?? {}
  show(root, '#wallet-coins', holdings.length > 0 || count > 0)
  show(root, '.coins', holdings.length > 0)
  part(root, '.coins tbody').replaceChildren(
    ...holdings.map(({ symbol, chain, amount, usd: value }) =>
      row(
        name(symbol),
        cell('Chain', '', chainName(chain)),
        cell('Amount', 'n', tokens(amount)),
        cell('Value', 'n', money(value)),
      ),
    ),
  )
  part(root, '[data-small-coins]').textContent =
    count > 0 ? `${counted(count, 'small amount')} more: ${money(usd)}.` : ''
}

function drawApprovals(root: HTMLElement, { approvals }: WalletScanResult): void {
  show(root, '#wallet-approvals', approvals !== undefined)
  if (!approvals) return
  part(root, '[data-approvals]').replaceChildren(...items(approvalSentences(approvals)))
  const lines = approvalLines(approvals)
  show(root, '.approvals', lines.length > 0)
  part(root, '.approvals tbody').replaceChildren(
    ...lines.map(({ who, chain, value, text, revoke, isWarning }) =>
      row(
        name(who),
        cell('Chain', '', chainName(chain)),
        cell('Can take now', 'n', value),
        cell(
          '',
          'wide',
          isWarning ? element('strong', '', text) : text,
          element(
            'details',
            '',
            element('summary', '', 'Call data that ends it'),
            element('code', '', revoke),
          ),
        ),
      ),
    ),
  )
}

function drawStanding(root: HTMLElement, scan: WalletScanResult): void {
  const standing = standingIn(scan)
  show(root, '#wallet-stands-on', standing !== null)
  if (!standing) return
  part(root, '[data-stands-on]').replaceChildren(...items(standingSentences(scan, standing)))
  part(root, '.needs tbody').replaceChildren(
    ...standingRows(scan, standing).map((each) =>
      row(
        name(each.name),
        cell('', 'sc', drawScore(each.score, each.isProtocol ? undefined : '–')),
        cell('Direct', 'n', each.direct),
        cell('Through others', 'n', each.through),
        cell('In all', 'n', each.value),
        cell('Share', 'n', each.share),
        cell('Where', '', each.via),
      ),
    ),
  )
}

function drawFolded(root: HTMLElement, { folded, positions }: WalletScanResult): void {
  show(root, '#wallet-folded', Boolean(folded))
  if (!folded) return
  part(root, '[data-folded-count]').textContent = counted(folded.count, 'position')
  part(root, '[data-folded]').replaceChildren(
    ...items(folded.reasons.map(({ text }) => text)),
    ...positions
      .filter((position) => !isShown(position))
      .map(({ protocol, chain, market, ref }) =>
        element('li', 'small', name([protocol, chain, market, ref].filter(Boolean).join(', '))),
      ),
  )
}

function drawKnownGaps(
  root: HTMLElement,
  { knownGaps, knownGapCount = knownGaps.length }: WalletScanResult,
): void {
  part(root, '[data-gap-count]').textContent = `${counted(knownGapCount, 'gap')} that we know of`
  part(root, '[data-known-gaps]').replaceChildren(
    ...knownGaps.map(({ chain, protocol, text }) => {
      const about = protocol ?? chain
      return about === null || text.startsWith(about)
        ? element('li', '', text)
        : element('li', '', name(about), `: ${text}`)
    }),
  )
  show(root, '#wallet-known-gaps', knownGaps.length > 0)
}

function drawSanctions(root: HTMLElement, { sanctions }: WalletScanResult): void {
  const { title, sources } = formatSanctions(sanctions)
  const line = part(root, '[data-sanctions]')
  line.className = `state ${sanctions.status === 'clear' ? '' : 'caution'}`
  line.replaceChildren(sign(SANCTION_SIGNS[sanctions.status]), element('strong', '', title))
  part(root, '[data-lists]').replaceChildren(...items(sources))
}

function drawDimensions(body: Element, scan: WalletScanResult): void {
  const { dimensions } = riskOf(scan)
  body.replaceChildren(
    ...DIMENSIONS.map((key) => {
      const score = dimensions?.[key] ?? null
      const level = score === null ? '' : `lv-${levelNumber(riskLevel(score))}`
      const { label, desc } = DIMENSION_TEXT[key]
      const bar =
        score === null ? [] : [drawing('rect', { y: 3, height: 8, width: `${score * 10}%` })]
      const kind = score === null ? 'gauge none' : 'gauge'
      const gauge = drawing('svg', { class: kind, 'aria-hidden': 'true' }, ...bar)
      return element(
        'tr',
        level,
        rowHead(label, ' ', element('small', '', desc)),
        cell('', 'sc', drawScore(score, 'Unknown or not applicable')),
        cell('', 'wide', gauge),
      )
    }),
  )
}

function show(root: HTMLElement, selector: string, isShown: boolean): void {
  part<HTMLElement>(root, selector).hidden = !isShown
}
