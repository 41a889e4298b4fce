import { describe } from 'vitest'
import { describeCommands } from './commands.ts'
import { runCli } from './spawn-cli.ts'

describe('the command line as a process', () => {
  describeCommands((words, env) => runCli(words, { env }))
})
