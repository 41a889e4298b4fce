import { type Client, createClient, PlimsollError } from '../client/index.ts'
import type { Answer, AnyAction, Input } from './action.ts'
import { ACTIONS } from './actions.ts'
import { completionScript } from './completion.ts'
import { describeFailure, EXIT } from './failure.ts'
import { footer } from './footer.ts'
import { commandHelp, generalHelp } from './help.ts'
import type { Command } from './options.ts'
import { readWords, type Words } from './read-words.ts'
import { readSettings, type Settings } from './settings.ts'
import { plainDeep, safeJson } from './text/plain.ts'
import type { View } from './text/terminal.ts'

/** What the program reads and writes. */
export interface Program {
  env: Record<string, string | undefined>
  version: string
  /** How stdout shows what is written. */
  view: View
  write: (text: string) => void
  writeError: (text: string) => void
}

/** Does what the words after the program's name say. Returns the exit code; throws only for a fault of the program. */
export async function run(words: string[], program: Program): Promise<number> {
  let site = ''
  try {
    const read = readWords(words)
    const { command, values } = read
    if (values.version === true) return say(program, `${program.version}\n`)
    if (values.help === true) return say(program, helpText(command, program))
    if (command === null) {
      program.writeError(generalHelp(program.view.columns))
      return EXIT.wrongUse
    }
    if (command.name === 'completion') {
      return say(program, completionScript(read.operands[0] ?? ''))
    }
    const settings = readSettings(values, program.env)
    site = settings.site
    return await act(command, read, settings, program)
  } catch (error) {
    const failure = describeFailure(error, site)
    if (failure === null) throw error
    program.writeError(`plimsoll: ${failure.message}\n`)
    return failure.exitCode
  }
}

async function act(
  command: Command,
  words: Words,
  settings: Settings,
  program: Program,
): Promise<number> {
  const action = ACTIONS[command.name]
  if (!action) throw new Error(`${command.name} has no action.`)
  const client = createClient(settings.client)
  const input: Input = { operands: words.operands, query: queryOf(command, words) }
  if (words.values.json === true) {
    const answer = await action.ask(client, input)
    program.write(`${safeJson({ success: true, ...answer })}\n`)
    return action.exitCode?.(answer) ?? EXIT.good
  }
  return show(action, client, input, settings, program)
}

async function show(
  action: AnyAction,
  client: Client,
  input: Input,
  settings: Settings,
  { view, write }: Program,
): Promise<number> {
  const answer = plainDeep(await action.ask(client, input))
  const { lines, asOf, exitCode } = drawn(action, answer, view, input)
  write([...lines, ...(await footer(client, asOf, settings, view)), ''].join('\n'))
  return exitCode
}

/** What an action shows. A field that is missing or of another kind is the site's fault, or that of a version unlike its own. */
function drawn(action: AnyAction, answer: Answer<unknown>, view: View, input: Input) {
  try {
    const lines = action.render(answer, view, input)
    return { lines, asOf: action.asOf(answer), exitCode: action.exitCode?.(answer) ?? EXIT.good }
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    const message =
      'The answer does not have the fields that this version shows. --json prints it as it is.'
    throw new PlimsollError('INVALID_RESPONSE', message, { cause })
  }
}

/** The options that are query parameters, by the names of those. */
function queryOf({ options }: Command, { values }: Words): Input['query'] {
  return Object.fromEntries(
    options.flatMap(({ name, parameter }) => {
      const value = values[name]
      return parameter === undefined || value === undefined ? [] : [[parameter, value]]
    }),
  )
}

function helpText(command: Command | null, { view }: Program): string {
  return command === null ? generalHelp(view.columns) : commandHelp(command, view.columns)
}

function say({ write }: Program, text: string): number {
  write(text)
  return EXIT.good
}
