import { COMMANDS } from './command-table.ts'
import { COMMON, type Command, type CommandOption } from './options.ts'
import { wrap } from './text/width.ts'

/** Columns of the help where nothing limits it. */
const WIDEST = 100
const INTRO = 'Risk scores for DeFi protocols: 0 to 10, lower is safer.'
const ENVIRONMENT: [string, string][] = [
  ['PLIMSOLL_URL', 'the site to ask'],
  [
    'PLIMSOLL_API_KEY',
    'your API key; there is no option for it, because shells keep what was typed',
  ],
  ['PLIMSOLL_VERIFY_STATE', 'the file in which verify remembers keys and versions'],
  ['NO_COLOR, FORCE_COLOR', 'without or with colours'],
  ['COLUMNS', 'the width of tables that do not go to a terminal (default: as wide as they are)'],
]
const EXIT_CODES: [string, string][] = [
  ['0', 'done'],
  ['1', 'failed: the network or the site'],
  ['2', 'a wrong word on the command line'],
  ['3', 'not found'],
  ['4', 'refused: key, plan or limit'],
]

/** The help of the whole program. */
export function generalHelp(columns: number): string {
  return text(columns, [
    INTRO,
    '',
    'Usage: plimsoll COMMAND [options]',
    '',
    'Commands:',
    COMMANDS.map((command): [string, string] => [usage(command), command.summary]),
    '',
    'Options of every command:',
    COMMON.map(row),
    '',
    'Environment:',
    ENVIRONMENT,
    '',
    'Exit codes:',
    EXIT_CODES,
    '',
    'plimsoll COMMAND --help shows the options and examples of a command.',
  ])
}

/** The help of one command. */
export function commandHelp(command: Command, columns: number): string {
  const { name, summary, operands, options, notes = [], examples } = command
  const words = ['plimsoll', name, ...operands.map(operandText), '[options]']
  return text(columns, [
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    `Usage: ${words.join(' ')}`,
    ...notes.flatMap((note) => ['', note]),
    ...(options.length > 0 ? ['', 'Options:', options.flatMap(rows)] : []),
    '',
    'Options of every command:',
    COMMON.map(row),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
  ])
}

function usage({ name, operands }: Command): string {
  return [name, ...operands.map(operandText)].join(' ')
}

function operandText({ name, optional }: Command['operands'][number]): string {
  return optional ? `[${name}]` : name
}

function row({ name, short, value, help }: CommandOption): [string, string] {
  const start = short === undefined ? '' : `-${short}, `
  return [`${start}--${name}${value === undefined ? '' : ` ${value}`}`, help]
}

function rows(option: CommandOption): [string, string][] {
  const { choices } = option
  return [row(option), ...(choices ? [['', choices.join(', ')] as [string, string]] : [])]
}

/** Paragraphs, and lists in two columns. Examples are lines that begin with spaces and are not broken. */
function text(columns: number, parts: (string | [string, string][])[]): string {
  const width = Math.min(columns, WIDEST)
  const lines = parts.flatMap((part) => {
    if (typeof part !== 'string') return list(part, width)
    return part.startsWith(' ') ? [part] : wrap(part, width)
  })
  return `${lines.join('\n')}\n`
}

function list(entries: [string, string][], width: number): string[] {
  const left = Math.max(...entries.map(([term]) => term.length)) + 4
  // In a narrow terminal the explanation goes below its term.
  const isNarrow = width - left < 30
  const indent = isNarrow ? 6 : left
  return entries.flatMap(([term, meaning]) => {
    const lines = wrap(meaning, Math.max(10, width - indent)).map(
      (line) => ' '.repeat(indent) + line,
    )
    if (term === '') return lines
    if (isNarrow) return [`  ${term}`, ...lines]
    return [`  ${term}`.padEnd(indent) + (lines[0] ?? '').trimStart(), ...lines.slice(1)]
  })
}
