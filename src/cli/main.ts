#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { EXIT } from './failure.ts'
import { run } from './run.ts'
import { watchStdout } from './stdout.ts'
import { viewOf } from './text/terminal.ts'

/** The package that this file is in: two folders up, in the repository and in the package. */
function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}

process.on('SIGINT', () => process.exit(EXIT.interrupted))
watchStdout((sentence) => process.stderr.write(`plimsoll: ${sentence}\n`))

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  version: version(),
  view: viewOf(process.stdout, process.env),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
})
