import { globSync, readFileSync } from 'node:fs'
import { type AbiParameter, encodeAbiParameters, parseAbiItem, toFunctionSelector } from 'viem'
import type { Hex } from '../../chains/address.ts'

const SRC = new URL('../../', import.meta.url).pathname
const CONTRACTS = new URL('../../../data/wallet/contracts/', import.meta.url).pathname

/**
 * What a contract answers about an account that it does not know, by selector: of every function that a driver, a row of the contract
 * lists, a registry of accounts or a lens asks. Where two contracts answer one selector in different shapes, one of them is misread, as happens with real ones.
 */
export function plausibleZeros(): ReadonlyMap<string, Hex> {
  const zeros = new Map<string, Hex>()
  for (const signature of [...signaturesInCode(), ...signaturesInRows()]) {
    const item = parseAbiItem(signature)
    if (!('type' in item) || item.type !== 'function') continue
    zeros.set(
      toFunctionSelector(item),
      encodeAbiParameters(item.outputs, item.outputs.map(zeroOf).map(nonEmpty(item))),
    )
  }
  return zeros
}

function signaturesInCode(): string[] {
  return globSync('{chains/evm/lens,wallet/evm}/**/*.ts', { cwd: SRC })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => matches(`${SRC}${file}`, /'(function [^'$]+)'/g))
}

/** As a row writes them: `locked(address) -> (int128,uint256)`. */
function signaturesInRows(): string[] {
  return globSync('*.json', { cwd: CONTRACTS })
    .flatMap((file) => matches(`${CONTRACTS}${file}`, /"(\w+\([\w,]*\) -> \([\w,]+\))"/g))
    .map((text) => `function ${text.replace(' -> ', ' view returns ')}`)
}

function matches(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, text = '']) => text)
}

/** A registry without any pool is none, so the lens that walks one counts at least one. */
function nonEmpty({ name }: { name: string }) {
  return (zero: unknown, at: number): unknown => (name === 'held' && at === 0 ? 1n : zero)
}

function zeroOf(parameter: AbiParameter): unknown {
  const { type } = parameter
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const [, of = '', count] = list
    return Array.from({ length: Number(count) }, () => zeroOf({ ...parameter, type: of }))
  }
  if (type === 'tuple' && 'components' in parameter) return tupleOf(parameter.components)
  if (type === 'bool') return false
  if (type === 'string') return ''
  if (type === 'bytes') return '0x'
  const bytes = /^bytes(\d+)$/.exec(type)
  if (bytes || type === 'address') return `0x${'00'.repeat(Number(bytes?.[1] ?? 20))}`
  return 0n
}

/** By name where all have one, else in their order: as the encoder wants them. */
function tupleOf(components: readonly AbiParameter[]): unknown {
  const isNamed = components.every(({ name }) => name)
  const rows = components.map((each, at) => [isNamed ? each.name : at, zeroOf(each)] as const)
  return isNamed ? Object.fromEntries(rows) : rows.map(([, value]) => value)
}
