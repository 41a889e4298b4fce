import { createInterface } from 'node:readline/promises'
import { admin } from './admin/admin.ts'
import { note, run, terminalProgress } from './command/terminal.ts'

await run(async () => {
  process.exitCode = await admin(process.argv.slice(2), {
    env: process.env,
    print: (text) => console.log(text),
    note,
    progress: terminalProgress(),
    ask: process.stdin.isTTY ? ask : null,
  })
})

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
