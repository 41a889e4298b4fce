import { run } from '../../cli/run.ts'

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the command line within this process, with these words and settings. */
export async function runWithin(words: string[], env: Record<string, string> = {}): Promise<Ran> {
  const ran: Ran = { code: null, stdout: '', stderr: '' }
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
}
