import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import root from '../package.json' with { type: 'json' }
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const HELP = `Pack the client and the command line as a package: npm run pack:client -- [--out DIR]

  --out DIR   where the tarball goes; by default the current folder
  --help      this text

The sources are compiled into a temporary folder. Prints the path of the tarball.`

/** The package.json of the package. The version is that of the project. */
const MANIFEST = {
  name: 'plimsoll',
  version: root.version,
  description: 'Client and command line of Plimsoll: risk scores for DeFi protocols.',
  keywords: ['defi', 'risk', 'score', 'api', 'client', 'cli'],
  license: root.license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=22' },
  exports: {
    '.': { types: './dist/client/index.d.ts', default: './dist/client/index.js' },
    './package.json': './package.json',
  },
  bin: { plimsoll: 'dist/cli/main.js' },
  files: ['dist'],
}

async function main(): Promise<void> {
  const { values } = readArguments({
    options: {
      out: { type: 'string', default: '.' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) console.log(HELP)
  else console.log(packClient(path.resolve(values.out)))
}

/** Writes the tarball into a folder and returns its path. */
function packClient(out: string): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'plimsoll-pack-'))
  try {
    const dist = path.join(dir, 'dist')
    const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))
    command(process.execPath, [tsc, '-p', 'tsconfig.client.json', '--outDir', dist], ROOT)
    tidyTypes(dist)
    cpSync(path.join(ROOT, 'LICENSE'), path.join(dir, 'LICENSE'))
    cpSync(path.join(ROOT, 'src/client/README.md'), path.join(dir, 'README.md'))
    writeFileSync(path.join(dir, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`)
    mkdirSync(out, { recursive: true })
    const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', out]
    const [{ filename }] = JSON.parse(command('npm', words, dir))
    return path.join(out, filename)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Types import the files beside them, as the JavaScript does. Those of the command line are of no use to anyone. */
function tidyTypes(dist: string): void {
  for (const name of globSync('**/*.d.ts', { cwd: dist })) {
    const file = path.join(dist, name)
    if (name.startsWith(`cli${path.sep}`)) rmSync(file)
    else writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

/** Runs a program and returns what it printed. Throws with everything that it printed. */
function command(program: string, words: string[], cwd: string): string {
  // npm is a script of the shell on Windows.
  const shell = process.platform === 'win32' && program === 'npm'
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8', shell })
  if (status === 0) return stdout
  throw new Error(`${program} ${words[0]} failed:\n${stdout}${stderr}`)
}

await run(main)
