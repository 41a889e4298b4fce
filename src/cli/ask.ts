import { type Client, createClient, PlimsollError } from '../client/index.ts'
import type { AnyAction, CommandAnswer, Input } from './action.ts'
import { ACTIONS } from './actions.ts'
import { EXIT } from './failure.ts'
import { footer } from './footer.ts'
import type { Command } from './options.ts'
import type { Program } from './program.ts'
import type { Words } from './read-words.ts'
import type { Settings } from './settings.ts'
import { dayOf } from './text/figures.ts'
import { plain, plainDeep, safeJson } from './text/plain.ts'
import type { View } from './text/terminal.ts'

/** Asks the API what a command asks, and shows the answer. Returns the exit code. */
export async function ask(
  command: Command,
  words: Words,
  settings: Settings,
  program: Program,
): Promise<number> {
  const action = ACTIONS[command.name]
  if (!action) throw new Error(`${command.name} has no action.`)
  const client = createClient(settings.client)
  const input: Input = { operands: words.operands, query: queryOf(command, words) }
  const answer = await action.ask(client, input)
  const exitCode =
    words.values.json === true
      ? showJson(action, answer, program)
      : await show({ action, answer, client, input, settings }, program)
  const remarks = (await action.remarks?.(client, input, answer)) ?? []
  for (const remark of remarks) program.writeError(`plimsoll: ${plain(remark)}\n`)
  return exitCode
}

function showJson(action: AnyAction, answer: CommandAnswer<unknown>, { write }: Program): number {
  write(`${safeJson({ success: true, ...answer })}\n`)
  return action.exitCode?.(answer) ?? EXIT.good
}

interface Shown {
  action: AnyAction
  answer: CommandAnswer<unknown>
  client: Client
  input: Input
  settings: Settings
}

async function show(
  { action, answer, client, input, settings }: Shown,
  { view, write }: Program,
): Promise<number> {
  const { lines, asOf, exitCode } = drawn(action, plainDeep(answer), view, input)
  write([...lines, ...(await footer(client, asOf, settings, view)), ''].join('\n'))
  return exitCode
}

/** What an action shows. A field that is missing or of another kind is the site's fault, or that of a version unlike its own. */
function drawn(action: AnyAction, answer: CommandAnswer<unknown>, view: View, input: Input) {
  try {
    const lines = action.render(answer, view, input)
    const asOf = action.asOf(answer)
    const exitCode = action.exitCode?.(answer) ?? EXIT.good
    return { lines, asOf: asOf === null ? null : dayOf(asOf), exitCode }
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
