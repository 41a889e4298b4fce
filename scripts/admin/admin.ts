import { parseArgs } from 'node:util'
import { failureOf } from '../command/failure.ts'
import { accounts } from './accounts.ts'
import { alerts } from './alerts.ts'
import { aliases } from './aliases.ts'
import { coverage } from './coverage.ts'
import { history } from './history.ts'
import { keys } from './keys.ts'
import { record } from './record.ts'
import { signing } from './signing.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

const TOPICS: Record<string, Topic> = {
  keys,
  accounts,
  alerts,
  signing,
  history,
  record,
  aliases,
  coverage,
}

const JSON_OPTION = { '--json': 'print JSON instead of text' }
const HELP_OPTION = { '--help': 'this text' }
const HELP_COLUMNS = 110

type Options = Record<string, { type: 'string' | 'boolean' }>

/**
 * Runs one command of an operator, such as `keys list --json`. Returns the exit code: 0 done, 1 not done, 2 a wrong word, option or
 * setting, 75 another process uses the store.
 */
export async function admin(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const [name = '', ...rest] = words
    const topic = Object.hasOwn(TOPICS, name) ? TOPICS[name] : undefined
    if (topic) await runTopic(name, topic, rest, terminal)
    else if (name === '--help') terminal.print(overview())
    else throw usageError(`Choose a command: ${listOf(Object.keys(TOPICS))}.`)
    return 0
  } catch (error) {
    const { message, code } = failureOf(error)
    terminal.note(`✗ ${message}`)
    return code
  }
}

async function runTopic(
  name: string,
  topic: Topic,
  words: readonly string[],
  terminal: Terminal,
): Promise<void> {
  if (words.includes('--help')) return terminal.print(helpOf(name, topic))
  const { verb, action, rest } = chooseAction(topic, words)
  const usage = topic.hasJson ? `${action.usage} --json` : action.usage
  const values = readValues(verb || name, optionsOf(usage), rest)
  await action.run(values, terminal)
}

function chooseAction(topic: Topic, words: readonly string[]) {
  const only = topic.actions['']
  if (only) return { verb: '', action: only, rest: words }
  const [verb = '', ...rest] = words
  const action = Object.hasOwn(topic.actions, verb) ? topic.actions[verb] : undefined
  if (!action) throw usageError(`Choose one of ${listOf(Object.keys(topic.actions))}.`)
  return { verb, action, rest }
}

/** Throws `USAGE` for an option that the action does not take, a missing value, and more words. */
function readValues(verb: string, options: Options, words: readonly string[]): Values {
  const { values, tokens } = parseArgs({
    args: [...words],
    options,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== 'option') throw usageError(`${verb} takes no further words.`)
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (!option) throw usageError(`${verb} does not take ${token.rawName}.`)
    if ((option.type === 'string') !== (token.value !== undefined)) {
      const need = option.type === 'string' ? 'needs' : 'takes no'
      throw usageError(`${token.rawName} ${need} a value.`)
    }
  }
  const text = (option: string) => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  return {
    text,
    required(option, message) {
      const value = text(option)?.trim()
      if (!value) throw usageError(message)
      return value
    },
    flag: (option) => values[option] === true,
  }
}

/** `--id ID --yes`: `id` has a value, `yes` is a flag. */
function optionsOf(usage: string): Options {
  return Object.fromEntries(
    [...usage.matchAll(/--([a-z-]+)( (?!--)\S+)?/g)].map(([, name, value]) => [
      name,
      { type: value ? 'string' : 'boolean' },
    ]),
  )
}

function overview(): string {
  const rows = Object.entries(TOPICS).map(([name, { about }]) => [name, about] as const)
  return `Commands for operators: npm run admin -- COMMAND [options]\n\n${table(rows)}\n
Each is also a script of its own: npm run keys -- list. COMMAND --help describes one.`
}

function helpOf(name: string, { about, actions, options, hasJson, notes }: Topic): string {
  const named = Object.entries(actions).filter(([verb]) => verb !== '')
  const rows = [
    ...named.map(([verb, action]) => [`${verb} ${action.usage}`.trim(), action.about] as const),
    ...Object.entries({ ...options, ...(hasJson && JSON_OPTION), ...HELP_OPTION }),
  ]
  const words = named.length > 0 ? 'ACTION [options]' : '[options]'
  return `${about}: npm run ${name} -- ${words}\n\n${table(rows)}\n\n${wrap(notes, HELP_COLUMNS).join('\n')}`
}

/** Two columns, the second wrapped. */
function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length)) + 3
  return rows
    .flatMap(([first, second]) =>
      wrap(second, HELP_COLUMNS - width).map(
        (line, at) => `  ${(at === 0 ? first : '').padEnd(width)}${line}`,
      ),
    )
    .join('\n')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines
}

function listOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
