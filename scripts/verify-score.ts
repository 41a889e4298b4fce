import { tmpdir } from 'node:os'
import { listedContracts } from '../src/addresses/listed-contracts.ts'
import { paint } from './command/terminal.ts'
import { verifyScoreCommand } from './command/verify-score.ts'

process.exitCode = await verifyScoreCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${paint(text, process.stderr)}\n`),
  temporary: tmpdir(),
  listed: listedContracts,
})
