import path from 'node:path'
import { runCommand } from './command/terminal.ts'

const HELP = `Pack the clients: npm run pack:client -- [--out DIR]

  --out DIR   where the packages go; by default the current folder
  --help      this text

Makes a tarball for npm, of the TypeScript client and the command line, and a wheel for pip, of the Python module, and prints the path of
each. A build makes the same two and serves them at /client/.`

await runCommand(
  HELP,
  {
    out: { type: 'string', default: '.' },
  },
  async (values) => {
    // The compiler is loaded for them only, not for the help.
    const { packNpm } = await import('./packages/pack-npm.ts')
    const { packPython } = await import('./packages/pack-python.ts')
    const out = path.resolve(values.out)
    console.log(await packNpm(out))
    console.log(packPython(out))
  },
)
