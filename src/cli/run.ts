import { ask } from './ask.ts'
import { describeFailure, EXIT } from './failure.ts'
import { commandHelp, generalHelp } from './help.ts'
import type { Program } from './program.ts'
import { parseArguments } from './read-words.ts'
import { readSettings } from './settings.ts'
import { verify } from './verify.ts'

/** Does what the words after the program's name say. Returns the exit code; throws only for a fault of the program. */
export async function run(words: string[], program: Program): Promise<number> {
  let site = ''
  try {
    // `help get` is what many people type first.
    const read = parseArguments(words[0] === 'help' ? [...words.slice(1), '--help'] : words)
    const { command, values } = read
    if (values.version === true) return say(program, `${program.version}\n`)
    const { columns } = program.view
    const help = command === null ? generalHelp(columns) : commandHelp(command, columns)
    if (values.help === true) return say(program, help)
    if (command === null) {
      program.writeError(help)
      return EXIT.wrongUse
    }
    const settings = readSettings(values, program.env)
    site = settings.site
    return command.name === 'verify'
      ? await verify(read, settings, program)
      : await ask(command, read, settings, program)
  } catch (error) {
    const failure = describeFailure(error, site)
    if (failure === null) throw error
    program.writeError(`plimsoll: ${failure.message}\n`)
    return failure.exitCode
  }
}

function say({ write }: Program, text: string): number {
  write(text)
  return EXIT.good
}
