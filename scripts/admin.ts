import { createInterface } from 'node:readline/promises'
import { admin } from './admin/admin.ts'
import { paint, terminalProgress } from './command/terminal.ts'

process.exitCode = await admin(process.argv.slice(2), {
  env: process.env,
  print: (text) => console.log(text),
  note: (text) => process.stderr.write(`${paint(text, process.stderr)}\n`),
  progress: terminalProgress(),
  ask: process.stdin.isTTY ? ask : null,
})

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
