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
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import project from '../../package.json' with { type: 'json' }
import { createSchemas } from '../../src/api/openapi/schemas.ts'
import type { JsonSchema } from '../../src/contract/openapi-document.ts'
import { NOT_IN_PACKAGE, nameOf, REFERENCE } from './type-names.ts'

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
    const [{ filename }] = JSON.parse(command('npm', words, dir))
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
  command(process.execPath, [path.join(compiler, 'bin/tsc'), '-p', config], dir)
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
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    ...{ cwd, encoding: 'utf8', shell, timeout: 120_000 },
  })
  if (status === 0) return stdout
  throw new Error(`${program} ${words[0]} failed:\n${stdout ?? ''}${stderr ?? error}`)
}

/** The types of all responses as TypeScript, from the schemas of the OpenAPI document with their descriptions. */
export async function clientTypes(): Promise<string> {
  const definitions = Object.entries(createSchemas('3.1.1'))
    .filter(([name]) => !NOT_IN_PACKAGE.test(name))
    .map(([name, schema]) => [nameOf(name), typeSchema(schema)])
  const root = { title: 'Root', definitions: Object.fromEntries(definitions) }
  const text = await compile(root, 'Root', {
    additionalProperties: false,
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  })
  return text
    .replace(/(\n \*)?\n \* This interface was referenced by .*\n \* via the .*/g, '')
    .replace(/export interface Root \{[^}]*\}\n/, '')
    .replace(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */')
}

/** The parts of a schema that make a type. A description beside a reference would make a second type of what it refers to. */
function typeSchema(schema: JsonSchema): JSONSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'maxItems' || key === 'minItems') return undefined
    if (value?.maxProperties === 0) return { tsType: 'Record<string, never>' }
    if (typeof value?.$ref !== 'string') return value
    const $ref = `#/definitions/${nameOf(value.$ref.slice(REFERENCE.length))}`
    return value.description ? { description: value.description, allOf: [{ $ref }] } : { $ref }
  })
}
