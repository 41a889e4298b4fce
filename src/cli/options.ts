import { CAUSE_CLASSES } from '../domain/cause-class.ts'
import { STATUSES } from '../domain/status.ts'

/** What a command takes, for reading its words and its help alike. */
export interface Command {
  name: string
  /** What it does, in one line without a full stop. */
  summary: string
  /** Words that it takes, in order. All that are not optional must be given. */
  operands: Operand[]
  options: CommandOption[]
  /** More about it, in paragraphs. */
  notes?: string[]
  examples: string[]
}

export interface Operand {
  name: string
  optional?: boolean
  /** All words that are left belong to it: as one text, or each for itself, at most so many. */
  rest?: 'text' | number
}

export interface CommandOption {
  /** In kebab case, without dashes. */
  name: string
  short?: string
  kind: 'flag' | 'text' | 'number' | 'choice' | 'choices' | 'names' | 'place'
  /** Name of its value in the help. */
  value?: string
  help: string
  choices?: readonly string[]
  /** It is only of use with this flag. */
  needs?: 'json'
  /** The query parameter of the endpoint; absent for those of the command line itself. */
  parameter?: string
}

export type Value = string | number | boolean | string[]

export const LEVELS = ['very-low', 'low', 'moderate', 'elevated', 'high', 'none'] as const
const DIRECTIONS = ['asc', 'desc'] as const

/** An option that is a query parameter, by default the one of its name. */
function option(kind: CommandOption['kind']) {
  return (name: string, value: string, help: string, parameter = name): CommandOption => ({
    ...{ name, kind, value, help, parameter },
  })
}

const number = option('number')
const text = option('text')
const names = option('names')
const choice = (
  name: string,
  choices: readonly string[],
  help: string,
  parameter = name,
): CommandOption => ({ ...option('choice')(name, name.toUpperCase(), help, parameter), choices })
const choices = (name: string, value: string, of: readonly string[], help: string) => ({
  ...option('choices')(name, value, help),
  choices: of,
})

/** Options of every command. */
export const COMMON: CommandOption[] = [
  {
    ...{ name: 'url', kind: 'text', value: 'URL' },
    help: 'the site to ask (default: PLIMSOLL_URL, else http://localhost:8888)',
  },
  {
    ...{ name: 'json', kind: 'flag' },
    help: "print the API's own document in one line and nothing else",
  },
  {
    ...{ name: 'timeout', kind: 'number', value: 'SECONDS' },
    help: 'give up a request after this time (default: 30; for a bulk file 120)',
  },
  { name: 'help', short: 'h', kind: 'flag', help: 'show this help' },
  { name: 'version', kind: 'flag', help: 'show the version' },
]

const PAGES = [
  number('limit', 'N', 'rows of a page, up to 100 (default: 20)', 'per_page'),
  number('page', 'N', 'the page, from 1'),
]

const NAMES = [
  names('chain', 'NAMES', 'only protocols on any of these chains, such as base,arbitrum'),
  names('category', 'NAMES', 'only protocols of any of these categories, such as lending'),
]

const ROWS: CommandOption[] = [
  names('ids', 'IDS', 'only these protocols, such as aave-v3,lido (up to 100, all on one page)'),
  {
    ...names('fields', 'NAMES', 'with --json: only these fields of each row, such as name,tvlUsd'),
    needs: 'json',
  },
]

export const SEARCH = [number('limit', 'N', 'most rows, up to 50 (default: 10)')]

export const LIST = [
  ...ROWS,
  ...NAMES,
  number(
    'min-credit-score',
    'SCORE',
    'only a composite of at least this, 0 to 10',
    'min_credit_score',
  ),
  choice(
    'sort-by',
    ['compositeScore', 'tvl', 'name'],
    'order (default: compositeScore)',
    'sort_by',
  ),
  choice('sort-dir', DIRECTIONS, 'direction of the order (default: desc)', 'sort_dir'),
  ...PAGES,
]

const DIMENSIONS = [
  ['credit', 'creditRisk'],
  ['counterparty', 'counterpartyRisk'],
  ['liquidity', 'liquidityRisk'],
  ['oracle', 'oracleRisk'],
  ['smart contract', 'smartContractRisk'],
  ['liquidity trap', 'liquidityTrapRisk'],
] as const

export const SCREENER = [
  text('q', 'TEXT', 'only names and ids with this text'),
  ...ROWS,
  ...NAMES,
  names(
    'asset',
    'SYMBOLS',
    'only protocols that hold, lend or take any of these tokens, such as usdc,wsteth',
  ),
  choices(
    'level',
    'LEVELS',
    LEVELS,
    'only these risk levels, such as elevated,high; none: without a score',
  ),
  choices(
    'status',
    'STATUSES',
    STATUSES,
    'only protocols that are active, winding-down, drained or dead',
  ),
  number('min-tvl', 'USD', 'only at least this TVL (with --chain: there)', 'minTvl'),
  number('max-tvl', 'USD', 'only at most this TVL (with --chain: there)', 'maxTvl'),
  number(
    'max-composite-score',
    'SCORE',
    'only a composite of at most this, 0 to 10',
    'maxCompositeScore',
  ),
  ...DIMENSIONS.map(([words, column]) =>
    number(
      `max-${words.replaceAll(' ', '-')}-risk`,
      'SCORE',
      `only this ${words} risk or less`,
      `max${column.charAt(0).toUpperCase()}${column.slice(1)}`,
    ),
  ),
  choice(
    'sort',
    ['compositeScore', ...DIMENSIONS.map(([, column]) => column), 'tvl'],
    'order (default: compositeScore)',
  ),
  choice('order', DIRECTIONS, 'direction of the order (default: desc)'),
  ...PAGES,
]

export const VERIFY: CommandOption[] = [
  {
    ...{ name: 'public-key', kind: 'text', value: 'KEY' },
    help: 'the key that must have signed, in base64 or a PEM file; it replaces the remembered one (default: the remembered one)',
  },
  {
    ...{ name: 'state', kind: 'text', value: 'FILE' },
    help: 'where the key and the newest version of each site are remembered (default: PLIMSOLL_VERIFY_STATE, else plimsoll/verify.json in the folder for states)',
  },
]

export const HISTORY = [
  text('since', 'DAY', 'only scores of this day or later, such as 2026-01-01'),
  number('limit', 'N', 'most scores, the newest of them, up to 1100 (default: all)'),
]

export const CHANGES = [
  text('since', 'DAY', 'compare with this day, such as 2026-11-01 (default: a week before)'),
  number('limit', 'N', 'most rows of each list, up to 250 (default: 50)'),
  names('ids', 'IDS', 'only these protocols, such as aave-v3,lido'),
]

export const INCIDENTS = [
  names('protocol', 'IDS', 'only incidents of any of these protocols, such as aave-v3,curve-dex'),
  names('chain', 'NAMES', 'only incidents on any of these chains, such as base,arbitrum'),
  choices(
    'cause',
    'CLASSES',
    CAUSE_CLASSES,
    'only incidents of these classes, such as keys,reentrancy',
  ),
  text('since', 'DAY', 'only incidents on this day or later, such as 2026-01-01'),
  text('until', 'DAY', 'only incidents on this day or earlier'),
  number('min-loss', 'USD', 'only a known loss of at least this', 'min_loss'),
  ...PAGES,
]
