import { parseArgs } from 'node:util'
import { meant, nearest } from '../domain/nearest.ts'
import { COMMANDS } from './command-table.ts'
import { COMMON, type Command, type CommandOption, type Value } from './options.ts'
import { WrongUse } from './wrong-use.ts'

/** What was typed. */
export interface Words {
  /** Null when no command was named. */
  command: Command | null
  operands: string[]
  /** By name of the option. */
  values: Record<string, Value>
}

type Token = ReturnType<typeof tokensOf>[number]

/** Reads the words after the program's name. Throws `WrongUse` at the first word that is wrong. */
export function parseArguments(words: string[]): Words {
  const tokens = tokensOf(words)
  const [first, ...operands] = tokens.flatMap((token) =>
    token.kind === 'positional' ? token.value : [],
  )
  const command = first === undefined ? null : findCommand(first)
  const options = [...(command?.options ?? []), ...COMMON]
  const values: Words['values'] = {}
  for (const token of tokens) {
    if (token.kind === 'option') readOption(token, options, values, command)
  }
  const wantsHelp = values.help === true || values.version === true
  const idle = options.find(({ name, needs }) => needs && name in values && !(needs in values))
  if (command && idle && !wantsHelp)
    throw new WrongUse(`--${idle.name} is only for --${idle.needs}.`, command.name)
  return { command, operands: command && !wantsHelp ? joined(command, operands) : operands, values }
}

/** Options of the same name take a value in every command or in none, so that words can be read before the command is known. */
function tokensOf(words: string[]) {
  const all = [...COMMANDS.flatMap(({ options }) => options), ...COMMON]
  const options = Object.fromEntries(
    all.map(({ name, short, kind }) => [
      name,
      {
        type: kind === 'flag' ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  )
  const config = { args: words, options, strict: false, allowPositionals: true, tokens: true }
  return parseArgs({ ...config, tokens: true }).tokens
}

function findCommand(word: string): Command {
  const command = COMMANDS.find(({ name }) => name === word)
  if (command) return command
  const near = nearest(word, [...COMMANDS.map(({ name }) => name)])
  throw new WrongUse(`There is no command "${word}".${meant(near)}`)
}

function joined(command: Command, words: string[]): string[] {
  const [last] = command.operands.slice(-1)
  const rest = last?.rest
  const operands = rest === 'text' && words.length > 0 ? [words.join(' ')] : words
  const missing = command.operands.slice(operands.length).find(({ optional }) => !optional)
  if (missing) throw new WrongUse(`${command.name} needs ${missing.name}.`, command.name)
  if (typeof rest === 'number' && operands.length > rest)
    throw new WrongUse(`${command.name} takes at most ${rest} ${last?.name}.`, command.name)
  const extra = typeof rest === 'number' ? undefined : operands[command.operands.length]
  if (extra !== undefined) {
    throw new WrongUse(`${command.name} does not take the word "${extra}".`, command.name)
  }
  operands.forEach((word, at) => {
    const operand = command.operands[at] ?? last
    if (word.trim() === '') throw new WrongUse(`${operand?.name} must not be empty.`, command.name)
  })
  return operands
}

function readOption(
  token: Extract<Token, { kind: 'option' }>,
  options: CommandOption[],
  values: Words['values'],
  command: Command | null,
): void {
  const name = command?.name ?? null
  const option = options.find((each) => each.name === token.name)
  if (!option) throw unknownOption(token.rawName, token.name, options, command)
  const dashed = `--${option.name}`
  if (option.kind === 'flag') {
    if (token.value !== undefined) throw new WrongUse(`${dashed} takes no value.`, name)
    values[option.name] = true
    return
  }
  const text = token.value
  const isNext = !token.inlineValue && text !== undefined && /^-\D/.test(text)
  if (text === undefined || text === '' || isNext) {
    throw new WrongUse(`${dashed} needs a value: ${dashed} ${option.value}.`, name)
  }
  values[option.name] = parsed(option, text, values[option.name], name)
}

function parsed(
  option: CommandOption,
  text: string,
  earlier: Value | undefined,
  command: string | null,
): Value {
  const dashed = `--${option.name}`
  const isList = option.kind === 'names' || option.kind === 'choices'
  if (earlier !== undefined && !isList) throw new WrongUse(`${dashed} is given twice.`, command)
  if (option.kind === 'number') {
    const number = Number(text)
    if (!/^-?\d+(\.\d+)?$/.test(text) || !Number.isFinite(number)) {
      throw new WrongUse(`${dashed} must be a number, not "${text}".`, command)
    }
    return number
  }
  if (!isList && option.kind !== 'choice') return text
  const words = isList
    ? text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean)
    : [text]
  if (words.length === 0) throw new WrongUse(`${dashed} must name at least one.`, command)
  for (const word of words) checkChoice(option, word, command)
  return isList ? [...(Array.isArray(earlier) ? earlier : []), ...words] : text
}

function checkChoice(option: CommandOption, word: string, command: string | null): void {
  const { choices, name } = option
  if (!choices || choices.includes(word)) return
  const near = nearest(word, choices)
  const all = `It takes ${choices.join(', ')}.`
  throw new WrongUse(`--${name} does not take "${word}".${meant(near)} ${all}`, command)
}

function unknownOption(
  raw: string,
  name: string,
  options: CommandOption[],
  command: Command | null,
): WrongUse {
  const where = command?.name ?? 'plimsoll'
  if (name === 'key' || name === 'api-key') {
    const message = `A key is not taken from the command line, because shells keep what was typed. Put it into PLIMSOLL_API_KEY.`
    return new WrongUse(message, command?.name)
  }
  const near = nearest(
    name,
    options.map((option) => option.name),
  ).map((each) => `--${each}`)
  const others = COMMANDS.filter((each) => each.options.some((option) => option.name === name))
  const elsewhere =
    others.length === 0
      ? ''
      : ` ${others.map((each) => each.name).join(' and ')} ${others.length === 1 ? 'has' : 'have'} it.`
  const hint = near.length > 0 ? meant(near) : elsewhere
  return new WrongUse(`${where} has no option ${raw}.${hint}`, command?.name)
}
