import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as z from 'zod'
import type { Hex } from '../../../chains/address.ts'
import { parseHex } from './artifacts.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/plimsoll-solc')
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
const cachedSchema = z.record(z.string(), z.string())
const compilerSchema = z.looseObject({ compile: z.custom<Compile>((v) => typeof v === 'function') })
const packageSchema = z.looseObject({ version: z.string() })
type Compile = (input: string, callbacks: { import: (file: string) => unknown }) => string

/** The creation code of every contract in a file of `contracts/`, as `compileFile`. */
export function compile(file: string, evmVersion = 'cancun'): Record<string, Hex> {
  return compileFile(path.join(import.meta.dirname, 'contracts', file), evmVersion)
}

/** What the compiler is asked for, but for what the tests always ask. */
export interface CompilerSettings {
  evmVersion: string
  optimizer: { enabled: boolean; runs: number }
  /** By way of an intermediate language: shorter code, and three times as long to compile. */
  viaIR?: boolean
}

function usualFor(evmVersion: string): CompilerSettings {
  return { evmVersion, optimizer: { enabled: true, runs: 200 } }
}

/** The creation code of every contract in a file by its name, compiled once per content (two seconds) and then cached. */
export function compileFile(
  pathName: string,
  settings: string | CompilerSettings,
): Record<string, Hex> {
  const sources = withImports(pathName)
  const all = typeof settings === 'string' ? usualFor(settings) : settings
  return compileSources(sources, all, '@openzeppelin/contracts')
}

/** A file and those beside it that it imports. */
function withImports(pathName: string): Record<string, string> {
  const source = readFileSync(pathName, 'utf8')
  const imported = [...source.matchAll(/^import '\.\/(\w+\.sol)';$/gm)].map(([, name = '']) =>
    withImports(path.join(path.dirname(pathName), name)),
  )
  return Object.assign({}, ...imported, { [path.basename(pathName)]: source })
}

/** `uses` is the package that the files may import from; its own dependencies come before those of this project. */
function compileSources(
  sources: Record<string, string>,
  settings: CompilerSettings,
  uses: string,
): Record<string, Hex> {
  const versions = ['solc', uses].map(
    (name) => packageSchema.parse(require(`${name}/package.json`)).version,
  )
  const key = createHash('sha256').update(
    [JSON.stringify([sources, settings]), ...versions].join('\0'),
  )
  const cached = path.join(CACHE, `${key.digest('hex')}.json`)
  const codes = existsSync(cached)
    ? cachedSchema.parse(JSON.parse(readFileSync(cached, 'utf8')))
    : compileNow(sources, settings, uses)
  if (!existsSync(cached)) keep(cached, JSON.stringify(codes))
  return Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, parseHex(code)]))
}

/**
 * The creation code of every contract in files of one installed package, from the sources that the package ships. A pragma that names one
 * compiler version is read as "that or newer", since one compiler is installed.
 */
export function compilePackaged(files: readonly [string, ...string[]]): Record<string, Hex> {
  const uses = packageOf(files[0])
  const sources = Object.fromEntries(files.map((file) => [file, contentOf(file, uses)]))
  return compileSources(sources, usualFor('cancun'), uses)
}

/** Renamed into place, since two test files may compile the same contract at once. */
function keep(file: string, text: string): void {
  mkdirSync(CACHE, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

function compileNow(
  sources: Record<string, string>,
  settings: CompilerSettings,
  uses: string,
): Record<string, string> {
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
      Object.entries(output.contracts?.[file] ?? {}).map(([name, contract]) => [
        name,
        `0x${contract.evm.bytecode.object}`,
      ]),
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

function packageOf(file: string): string {
  return file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/')
}
