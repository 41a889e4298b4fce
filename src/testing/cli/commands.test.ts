import { describe } from 'vitest'
import { run } from '../../cli/run.ts'
import { describeCommands } from './commands.ts'

describe('the command line within a process', () => {
  describeCommands(async (words, env) => {
    const ran = { code: 0, stdout: '', stderr: '' }
    ran.code = await run(words, {
      env,
      version: '0.0.0',
      view: {
        columns: Number(env.COLUMNS ?? Number.POSITIVE_INFINITY),
        colours: env.FORCE_COLOR === '1',
      },
      write: (text) => {
        ran.stdout += text
      },
      writeError: (text) => {
        ran.stderr += text
      },
    })
    return ran
  })
})
