import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clientTypes } from './client-types.ts'

const SOURCE = path.resolve(import.meta.dirname, '../../src/client/types.ts')
const types = await clientTypes()

test('has every type that the client names', () => {
  const lists = readFileSync(SOURCE, 'utf8').matchAll(/^export type \{ ([\w, ]+) \}/gm)
  const names = [...lists].flatMap(([, list = '']) => list.split(', '))
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    expect(types).toMatch(new RegExp(`^export (interface|type) ${name}\\b`, 'm'))
  }
})

test('has every type that a file of the client or of the command line takes from there', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const imports = globSync('src/{client,cli}/**/*.ts', { cwd: root }).flatMap((file) => [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      /^import type \{([^}]*)\} from '[./]*(?:client\/|\.\/)types\.ts'/gm,
    ),
  ])
  const names = new Set(imports.flatMap(([, list = '']) => list.match(/\w+/g) ?? []))
  expect(names.size).toBeGreaterThan(15)
  for (const name of names) {
    expect(types).toMatch(new RegExp(`^export (interface|type) ${name}\\b`, 'm'))
  }
})

test.each([
  ['names a type within another', 'riskLevel: RiskLevel | null'],
  [
    'keeps the description of a field',
    '/** TVL by chain, largest first. */\n  chainTvls: ChainTvl[]',
  ],
  ['keeps a description beside a named type', '/** The withdrawal that the position is.'],
  ['lets a field that may be absent be absent', 'withdrawal?: WalletWithdrawal'],
  ['has one type for an object without fields', 'WalletRiskSummary | Record<string, never>'],
])('%s', (_, text) => {
  expect(types).toContain(text)
})

test('has no envelope, no second copy of a type and no word on how it was made', () => {
  expect(types).not.toMatch(/Response\b|\w1\b \{|Root|This interface was referenced|\[k: string\]/)
})
