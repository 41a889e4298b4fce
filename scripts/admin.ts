import { fstatSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { admin } from './admin/admin.ts'
import { note, run, terminalProgress } from './command/terminal.ts'

await run(async () => {
  process.exitCode = await admin(process.argv.slice(2), {
    env: process.env,
    print: (text) => console.log(text),
    isDiscarded: isDiscarded(),
    note,
    progress: terminalProgress(),
    ask: process.stdin.isTTY ? ask : null,
  })
})

/** In place of an output that is closed, Node opens `/dev/null`. */
function isDiscarded(): boolean {
  const nothing = statSync('/dev/null', { throwIfNoEntry: false })
  return nothing !== undefined && fstatSync(process.stdout.fd).rdev === nothing.rdev
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
