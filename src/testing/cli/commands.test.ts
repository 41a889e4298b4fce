import { describe } from 'vitest'
import { describeCommands } from './commands.ts'
import { runWithin } from './in-process.ts'

describe('the command line within a process', () => {
  describeCommands(runWithin)
})
