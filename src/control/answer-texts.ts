import type { ContractControl, ControlPath } from '../domain/control.ts'
import { formatActor, formatDelay, GAP_WORDS } from '../domain/format-control.ts'
import type { Market } from '../domain/market.ts'
import { MAX_ANSWER_LENGTH } from '../domain/node-answers.ts'

/** What is said of each fact of a contract or market, in a form in which two nodes compare and that people read. */
export type FactTexts = Readonly<Record<string, string>>

/** Who can change, own or pause a contract, by fact. */
export function controlAnswers({ proxy, codeChange, powers, pause }: ContractControl): FactTexts {
  const code = codeChange.known
    ? pathsText(codeChange.paths) + (codeChange.complete ? '' : ', at least')
    : GAP_WORDS[codeChange.why]
  return limited({
    proxy: proxy ?? 'none',
    code,
    ...Object.fromEntries(powers.map(({ getter, paths }) => [getter, pathsText(paths)])),
    pause:
      pause === null ? 'no one' : pathsText(pause.paths) + (pause.complete ? '' : ', at least'),
    ...(pause && { paused: valueText(pause.pausedNow) }),
  })
}

const NUMBERS = [
  'suppliedUsd',
  'availableShare',
  'utilisation',
  'loanToValue',
  'liquidationThreshold',
  'supplyCapUsed',
  'frozen',
  'paused',
  'withdrawSeconds',
] as const satisfies (keyof Market)[]

/** The state of a market, by fact. */
export function marketAnswers(market: Market): FactTexts {
  const { feed, gap, asset } = market
  return limited({
    ...Object.fromEntries(NUMBERS.map((fact) => [fact, valueText(market[fact])])),
    ...(gap && { gap: `${gap.why}: ${gap.facts.join(', ')}` }),
    feed: feed ? `${feed.kind} at ${shortAddress(feed.address)}` : 'not known',
    ...(feed && {
      feedOwner: feed.owner === null ? 'not known' : pathsText(feed.owner),
      feedAge: valueText(feed.ageSeconds),
      feedInterval: valueText(feed.intervalSeconds),
    }),
    asset,
  })
}

function pathsText(paths: readonly ControlPath[]): string {
  if (paths.length === 0) return 'not known'
  return paths.map(pathText).toSorted().join('; ')
}

/** Addresses in short: two nodes may differ in no more, but what one of them says must accuse no one. */
function pathText(path: ControlPath): string {
  const at = path.address === null ? '' : ` (${shortAddress(path.address)})`
  return `${formatActor(path)}${at} ${formatDelay(path)}`
}

function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function valueText(value: number | boolean | null): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(6)))
  return value === null ? 'not known' : String(value)
}

function limited(texts: Record<string, string>): FactTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([fact, text]) => [fact, text.slice(0, MAX_ANSWER_LENGTH)]),
  )
}
