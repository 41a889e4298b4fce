import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as z from 'zod'
import type { Hex } from '../../../chains/address.ts'
import { parseHex } from './artifacts.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const LENSES = path.join(ROOT, 'src/chains/evm/lens')
const COMMAND = 'npm run contracts -- --compile'
const require = createRequire(import.meta.url)

const outputSchema = z.looseObject({
  errors: z.array(z.looseObject({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.looseObject({ evm: z.looseObject({ bytecode: z.looseObject({ object: z.string() }) }) }),
      ),
    )
    .optional(),
})
const hexSchema = z.string().transform(parseHex)
const artefactSchema = z.object({
  hash: z.string(),
  /** By the name of the contract. A lens is one contract, whose code is `bytecode`. */
  codes: z.record(z.string(), hexSchema).optional(),
  bytecode: hexSchema.optional(),
})
const compilerSchema = z.looseObject({ compile: z.custom<Compile>((v) => typeof v === 'function') })
const packageSchema = z.looseObject({ version: z.string() })
type Compile = (input: string, callbacks: { import: (file: string) => unknown }) => string

const USUAL = { evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 } }
/** Their code is sent with each request, so it should be short. Paris has no PUSH0: the code also runs on chains that do not support it. */
const FOR_LENSES = { evmVersion: 'paris', optimizer: { enabled: true, runs: 1 }, viaIR: true }

/** Contracts that are compiled together, and the file beside them that keeps their code. */
export interface Compilation {
  name: string
  artefact: string
  sources: Record<string, string>
  settings: typeof USUAL
  /** The package that the sources may import from; its own dependencies come before those of this project. */
  uses: string
}

/** Contracts that packages ship as source only. */
const PACKAGED = {
  morpho: [
    '@morpho-org/morpho-blue/src/Morpho.sol',
    '@morpho-org/morpho-blue/src/mocks/OracleMock.sol',
    '@morpho-org/morpho-blue/src/mocks/IrmMock.sol',
  ],
  symbiotic: [
    '@symbioticfi/core/src/contracts/VaultFactory.sol',
    '@symbioticfi/core/src/contracts/DelegatorFactory.sol',
    '@symbioticfi/core/src/contracts/SlasherFactory.sol',
    '@symbioticfi/core/src/contracts/vault/Vault.sol',
    '@symbioticfi/core/src/contracts/vault/VaultTokenized.sol',
    '@symbioticfi/core/src/contracts/slasher/Slasher.sol',
  ],
} as const

const read = new Map<string, Record<string, Hex>>()

/** The creation code of a contract in a Solidity file of ours. */
export function compiledCode(pathName: string, name: string): Hex {
  return codeIn(read.get(pathName) ?? remember(pathName, compilationOf(pathName)), pathName, name)
}

/** The creation code of a contract that a package ships as source only. */
export function compiledPackage(of: keyof typeof PACKAGED, name: string): Hex {
  return codeIn(read.get(of) ?? remember(of, compilationOfPackage(of)), of, name)
}

function remember(key: string, compilation: Compilation): Record<string, Hex> {
  const { name, artefact } = compilation
  if (!isCompiled(compilation)) throw new Error(`${name} is not compiled. Run: ${COMMAND}`)
  const { codes = {} } = artefactSchema.parse(JSON.parse(readFileSync(artefact, 'utf8')))
  read.set(key, codes)
  return codes
}

function codeIn(codes: Record<string, Hex>, file: string, name: string): Hex {
  const code = codes[name]
  if (code === undefined) throw new Error(`${file} has no contract ${name}`)
  return code
}

/** Every file of contracts in this project, and those of packages. */
export function allCompilations(): Compilation[] {
  const files = globSync(path.join(ROOT, 'src/**/*.sol')).sort()
  // The library that lenses share is part of their code.
  const own = files.filter((file) => path.basename(file) !== 'Foreign.sol').map(compilationOf)
  return [...own, compilationOfPackage('morpho'), compilationOfPackage('symbiotic')]
}

function compilationOf(pathName: string): Compilation {
  const { dir, name } = path.parse(pathName)
  const isLens = dir === LENSES
  return {
    name: path.relative(ROOT, pathName),
    artefact: path.join(dir, `${name.toLowerCase()}.json`),
    sources: withImports(pathName),
    settings: isLens ? FOR_LENSES : USUAL,
    uses: '@openzeppelin/contracts',
  }
}

/** A pragma that names one compiler version is read as "that or newer", since one compiler is installed. */
function compilationOfPackage(of: keyof typeof PACKAGED): Compilation {
  const files: readonly string[] = PACKAGED[of]
  const uses = files[0]?.split('/').slice(0, 2).join('/') ?? ''
  return {
    name: uses,
    artefact: path.join(import.meta.dirname, 'contracts/packaged', `${of}.json`),
    sources: Object.fromEntries(files.map((file) => [file, contentOf(file, uses)])),
    settings: USUAL,
    uses,
  }
}

/** A file and those beside it that it imports. */
function withImports(pathName: string): Record<string, string> {
  const source = readFileSync(pathName, 'utf8')
  const imported = [...source.matchAll(/^import '\.\/(\w+\.sol)';$/gm)].map(([, name = '']) =>
    withImports(path.join(path.dirname(pathName), name)),
  )
  return Object.assign({}, ...imported, { [path.basename(pathName)]: source })
}

/** Whether the kept code is that of these sources, settings and versions. */
export function isCompiled(compilation: Compilation): boolean {
  const { artefact } = compilation
  if (!existsSync(artefact)) return false
  return (
    artefactSchema.parse(JSON.parse(readFileSync(artefact, 'utf8'))).hash === hashOf(compilation)
  )
}

function hashOf({ sources, settings, uses }: Compilation): string {
  const versions = ['solc', uses].map(
    (name) => packageSchema.parse(require(`${name}/package.json`)).version,
  )
  return createHash('sha256')
    .update(JSON.stringify([sources, settings, versions]))
    .digest('hex')
}

/** Compiles what has changed since its code was kept. Returns the names. */
export function compileChanged(): string[] {
  const changed = allCompilations().filter((each) => !isCompiled(each))
  for (const each of changed) writeFileSync(each.artefact, artefactOf(each))
  return changed.map(({ name }) => name)
}

/** The text of the file that keeps the code. */
export function artefactOf(compilation: Compilation): string {
  const { artefact, settings } = compilation
  const codes = compileNow(compilation)
  const code =
    settings === FOR_LENSES
      ? { bytecode: Object.entries(codes).find(([name]) => isNameOf(name, artefact))?.[1] }
      : { codes }
  return `${JSON.stringify({ hash: hashOf(compilation), ...code }, null, 2)}\n`
}

function isNameOf(contract: string, artefact: string): boolean {
  return `${contract.toLowerCase()}.json` === path.basename(artefact)
}

function compileNow({ sources, settings, uses }: Compilation): Record<string, string> {
  const solc = compilerSchema.parse(require('solc'))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      Object.entries(sources).map(([file, content]) => [file, { content }]),
    ),
    settings: {
      ...settings,
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const text = solc.compile(JSON.stringify(input), {
    import: (name) => ({ contents: contentOf(name, uses) }),
  })
  const output = outputSchema.parse(JSON.parse(text))
  const errors = (output.errors ?? []).filter((each) => each.severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((each) => each.formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.keys(sources).flatMap((file) =>
      Object.entries(output.contracts?.[file] ?? {}).flatMap(([name, { evm }]) =>
        // Interfaces and abstract contracts have no code.
        evm.bytecode.object === '' ? [] : [[name, `0x${evm.bytecode.object}`]],
      ),
    ),
  )
}

const EXACT_VERSION = /pragma solidity (?=\d)/

function contentOf(file: string, uses: string): string {
  const modules = path.join(ROOT, 'node_modules')
  const own = path.join(modules, uses, 'node_modules', file)
  const content = readFileSync(existsSync(own) ? own : path.join(modules, file), 'utf8')
  return content.replace(EXACT_VERSION, 'pragma solidity >=')
}
