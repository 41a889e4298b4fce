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
import project from '../../package.json' with { type: 'json' }
import { clientTypes } from './client-types.ts'
import { runProgram } from './run-program.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The package.json of the package. The version is that of the project. */
const MANIFEST = {
  name: 'plimsoll',
  version: project.version,
  description: 'Client and command line of Plimsoll: risk scores for DeFi protocols.',
  keywords: ['defi', 'risk', 'score', 'api', 'client', 'cli'],
  license: project.license,
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

/** Writes the tarball of the client and the command line into a folder and returns its path. The same sources give the same bytes. */
export async function packNpm(out: string): Promise<string> {
  const dir = mkdtempSync(path.join(tmpdir(), 'plimsoll-pack-'))
  try {
    writeFileSync(path.join(dir, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`)
    await compileInto(dir)
    tidyTypes(path.join(dir, 'dist'))
    cpSync(path.join(ROOT, 'LICENSE'), path.join(dir, 'LICENSE'))
    cpSync(path.join(ROOT, 'src/client/README.md'), path.join(dir, 'README.md'))
    mkdirSync(out, { recursive: true })
    const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', out]
    const [{ filename }] = JSON.parse(runProgram('npm', words, dir))
    return path.join(out, filename)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Compiles a copy of the sources into `dist`, with the types of the responses written out: those of the repository are inferred by zod. */
async function compileInto(dir: string): Promise<void> {
  for (const room of ['client', 'cli', 'domain']) {
    cpSync(path.join(ROOT, 'src', room), path.join(dir, 'src', room), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts'),
    })
  }
  writeFileSync(path.join(dir, 'src/client/types.ts'), await clientTypes())
  const config = path.join(dir, 'tsconfig.json')
  const settings = {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      target: 'ES2023',
      rootDir: 'src',
      outDir: 'dist',
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      allowImportingTsExtensions: false,
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
    },
    include: ['src/client/index.ts', 'src/cli/main.ts'],
  }
  writeFileSync(config, JSON.stringify(settings))
  const compiler = path.dirname(
    fileURLToPath(import.meta.resolve('typescript-native/package.json')),
  )
  runProgram(process.execPath, [path.join(compiler, 'bin/tsc'), '-p', config], dir)
}

/** Types import the files beside them, as the JavaScript does. Those of the command line are of no use to anyone. */
function tidyTypes(dist: string): void {
  for (const name of globSync('**/*.d.ts', { cwd: dist })) {
    const file = path.join(dist, name)
    if (name.startsWith(`cli${path.sep}`)) rmSync(file)
    else writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}
