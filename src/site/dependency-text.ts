import words from '../content/words.json' with { type: 'json' }
import type { Dependencies, DependencyEdge, DependentRow } from '../contract/dependencies.ts'
import type { WhoElse } from '../contract/who-else.ts'
import { counted, sharePercent } from '../domain/format.ts'
import { day } from './figures.ts'

/** Venues that a sentence names. */
const MAX_VENUES = 3

/** The name of what an edge leads to. */
export function edgeName({ kind, to }: DependencyEdge): string {
  if (kind === 'own') return 'its own token'
  return to?.name ?? 'not known'
}

/** The tokens of an edge, or how it is stood on without one. */
export function edgeTokens({ kind, tokens, share }: DependencyEdge): string {
  if (kind === 'runs-on') return share === null ? 'runs on it, part not known' : 'runs on it'
  const names = tokens.filter((name) => name !== 'unknown')
  return kind === 'unknown' && names.length === 0 ? 'not resolved' : names.join(', ')
}

/** How a protocol stands on something. */
export function dependentKind({ kind }: DependentRow): string {
  return words.dependentKind[kind]
}

/** Where some edges are from and of when. */
export function sourcesText(edges: readonly DependencyEdge[]): string {
  const sources = edges.map((edge) => `${edge.source}, ${day(edge.day)}`)
  return `From: ${[...new Set(sources)].join('; ')}.`
}

const listed = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts)

/** True of an issuer that is called like its only token, such as WBTC. */
const isNamedAsToken = ({ to, tokens }: DependencyEdge) =>
  tokens.length === 1 && tokens[0]?.toLowerCase() === to?.name.toLowerCase()

/** What matters most of it, as sentences; that nothing is on record where it is so. */
export function dependencySentences({ edges, makeup, resolved, worst }: Dependencies): string[] {
  const venues = edges.filter(({ kind }) => kind === 'runs-on').slice(0, MAX_VENUES)
  const stated = venues.filter(({ share }) => share !== null)
  const unstated = venues.filter(({ share }) => share === null)
  const [top] = edges.filter(({ kind }) => kind === 'holds' || kind === 'backed-by')
  const loans = makeup?.loans
  const what = loans ? 'the collateral of its loans' : 'what it holds'
  const sentences: string[] = []
  if (edges.length === 0) sentences.push('What it holds is not on record.')
  if (loans)
    sentences.push(
      `Deposits are counted in ${loans.countedIn.join(', ')} and lent out; what stands behind them is the collateral of the loans, kept by ${loans.custody}.`,
    )
  if (stated.length > 0) {
    const parts = stated.map(
      (edge, at) =>
        `${sharePercent(edge.share)} ${at === 0 ? 'of its value lies ' : ''}in ${edgeName(edge)}`,
    )
    sentences.push(`${listed(parts)}.`)
  }
  if (unstated.length > 0)
    sentences.push(`It runs on ${listed(unstated.map(edgeName))}; no source states how much of it.`)
  if (top)
    sentences.push(
      top.to?.class === 'native' || isNamedAsToken(top)
        ? `${sharePercent(top.share)} of ${what} is ${top.tokens.join(', ')}.`
        : `${sharePercent(top.share)} of ${what} is issued by ${edgeName(top)}.`,
    )
  if (edges.length > 0 && resolved.issuer < 0.995)
    sentences.push(`For ${sharePercent(1 - resolved.issuer)} the issuer is not known.`)
  if (worst) {
    const { to, drop, atStake, high } = worst
    sentences.push(
      `If ${to.name} lost ${sharePercent(drop)} of its value, ${sharePercent(atStake)} would be at stake and at most ${sharePercent(high)} lost.`,
    )
  }
  return sentences
}

/** In which assets its claims end, such as `ETH 70 %, USDC 5 %, not known 25 %`; what is below one percent is left out. */
export function finalAssetsText({ finalAssets }: Dependencies): string {
  return finalAssets
    .filter(({ share }) => share >= 0.01)
    .map(({ asset, share }) => {
      const name =
        asset === 'unknown' ? 'not known' : asset === 'circular' ? 'only each other' : asset
      return `${name} ${sharePercent(share)}`
    })
    .join(', ')
}

/** Who stands on it, as a sentence: none is never known. */
export function dependentsSentence({
  dependentCount,
}: Pick<Dependencies, 'dependentCount'>): string {
  return dependentCount === 0
    ? 'None was found to stand on it. Not every protocol is resolved.'
    : `${counted(dependentCount, 'protocol')} ${dependentCount === 1 ? 'was' : 'were'} found to stand on it. Not every protocol is resolved.`
}

type SignalRow = Dependencies['signals'][number]

const SIGNALS: Record<SignalRow['id'], string> = words.computedSignal
const MISSING: Record<NonNullable<SignalRow['missing']>, string> = words.notComputed

/** What is computed of what it stands on: what it is, its value, and from what. */
export function signalRows(signals: readonly SignalRow[]) {
  return signals.flatMap(({ id, value, source, day: of }) =>
    // Coins and its own token have no issuer here: that none is the largest says nothing.
    value === null || (id === 'issuerTop' && value === 0)
      ? []
      : [
          {
            name: SIGNALS[id],
            value: id === 'standsOn' ? value.toFixed(1) : sharePercent(value),
            from: [source, of && day(of)].filter(Boolean).join(', '),
          },
        ],
  )
}

/** What could not be computed, and why; of what applies to lenders alone nothing is said elsewhere. Empty where nothing is missing. */
export function missingSignals(signals: readonly SignalRow[]): string {
  const left = signals.flatMap(({ id, missing }) =>
    missing === null || missing === 'not-a-lender' ? [] : [{ name: SIGNALS[id], missing }],
  )
  return [...Map.groupBy(left, ({ missing }) => missing)]
    .map(([gap, rows]) => `${rows.map(({ name }) => name).join('; ')}: ${MISSING[gap]}.`)
    .join(' ')
}

/** When those who stood on a protocol are of, and how much is known, as a sentence: none is never known. */
export function whoElseSentence({
  isBefore,
  day: on,
  count,
  resolvedProtocols: n,
}: WhoElse): string {
  const found =
    count === 0 ? `none found among ${n} resolved` : `${count} found among ${n} resolved`
  return isBefore
    ? `Who stood on it on ${day(on)}, before the loss: ${found}.`
    : `No snapshot before the loss kept who stood on it. Who stands on it on ${day(on)}: ${found}.`
}

/** What is seen before that is opened. */
export function whoElseSummary({ isBefore, day: on, count }: WhoElse): string {
  if (count === 0) return 'Who else: none found'
  return isBefore ? `Who else: ${count}` : `Who else: ${count}, on ${day(on)}`
}
