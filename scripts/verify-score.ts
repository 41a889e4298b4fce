import { tmpdir } from 'node:os'
import { listedContracts } from '../src/addresses/listed-contracts.ts'
import { note, run } from './command/terminal.ts'
import { verifyScoreCommand } from './command/verify-score.ts'

await run(async () => {
  process.exitCode = await verifyScoreCommand(process.argv.slice(2), {
    out: (text) => process.stdout.write(`${text}\n`),
    err: note,
    temporary: tmpdir(),
    listed: listedContracts,
  })
})
