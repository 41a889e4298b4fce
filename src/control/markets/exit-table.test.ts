import { parseAbiItem } from 'viem'
import { describe, expect, test } from 'vitest'
import { isAddress } from '../../chains/address.ts'
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { PROTOCOLS } from '../../wallet/model/protocols.ts'
import { listContracts } from '../contract-table.ts'
import { keyOfSlug, keyText } from '../keys.ts'
import {
  type Exit,
  exitTable,
  type Getter,
  isContract,
  listExits,
  signatureOf,
} from './exit-table.ts'

const rows = [...listExits()].flatMap(([slug, list]) => list.map((row) => ({ slug, row })))
const contracts = rows.flatMap(({ row }) => (isContract(row) ? [row] : []))
const places = new Set(
  listContracts().flatMap(({ key, contracts }) =>
    contracts.map(({ chain, address }) => `${keyText(key)} ${chain} ${address}`),
  ),
)

describe('data/onchain/exits.json', () => {
  test('names each protocol by the slug of the wallet where that has one, and by a known id', () => {
    for (const slug of listExits().keys()) {
      const key = keyOfSlug(slug)
      const others = Object.keys(PROTOCOLS).filter(
        (own) => own !== slug && keyText(keyOfSlug(own)) === keyText(key),
      )
      expect([slug, others]).toEqual([slug, []])
      expect(key).toEqual({ id: expect.any(String) })
    }
  })

  test('has contracts of our table on chains that are read, or says where the address is from', () => {
    const chains = new Set(SCAN_CHAINS.map(({ name }) => name))
    for (const { chain } of contracts) expect(chains).toContain(chain)
    for (const { slug, row } of rows) {
      const isListed = places.has(`${keyText(keyOfSlug(slug))} ${row.chain} ${row.address}`)
      expect([row.name, isListed || row.source.includes('(address)')]).toEqual([row.name, true])
    }
  })

  test('describes no contract of a protocol twice', () => {
    const named = rows.map(({ slug, row }) => `${slug} ${row.chain} ${row.address}`)
    expect(named).toHaveLength(new Set(named).size)
  })

  test('asks for numbers, flags and what a contract surely has', () => {
    for (const row of contracts) {
      const numbers = [row.wait?.of, ...(row.cash ? getters(row.cash) : [])]
      for (const each of numbers) if (each) expect(typeOf(each)).toMatch(/^u?int\d+$/)
      if (row.paused) expect(typeOf(row.paused)).toBe('bool')
      if (row.atOnce) expect(typeOf(row.atOnce)).toMatch(/^(u?int\d+|address)$/)
    }
  })
})

function getters(cash: NonNullable<Exit['cash']>): Getter[] {
  return 'supplied' in cash ? [cash.available, cash.supplied] : [cash.available]
}

/** The type of the value that a getter means. */
function typeOf(getter: Getter): string | undefined {
  const item = parseAbiItem(signatureOf(getter))
  if (item.type !== 'function') throw new Error('Not a function')
  const [first] = item.outputs
  const fields = first && 'components' in first ? first.components : item.outputs
  const { field = 0 } = getter
  return typeof field === 'number'
    ? fields[field]?.type
    : fields.find(({ name }) => name === field)?.type
}

describe('a row', () => {
  const sample = contracts.find(({ wait }) => wait?.unit === 'blocks')
  const program = { program: 'at once', wait: undefined, paused: undefined }
  const parse = (change: object) =>
    exitTable.safeParse({ eigenlayer: [{ ...sample, ...change }] }).success
  const supply = 'totalSupply() view returns (uint256)'

  test('is read as it is written', () => {
    expect(parse({})).toBe(true)
    expect(isAddress(sample?.address ?? '')).toBe(true)
  })

  test.each([
    ['of a chain with another name', { chain: 'Mainnet' }],
    ['without a source', { source: '' }],
    ['with a day that is none', { day: '2026-02-30' }],
    ['with a field that no one knows', { delay: 7 }],
    ['that states nothing', { wait: undefined }],
    ['of a vault that states more', { vault: true }],
    ['of a vault and a spoke', { vault: true, spoke: true, wait: undefined, paused: undefined }],
    ['that waits and does not wait', { atOnce: { function: supply } }],
    ['in a unit that no one knows', { wait: { unit: 'weeks', of: sample?.wait?.of } }],
    ['that counts in blocks of no constant interval', { chain: 'Polygon' }],
    ['with a function that changes something', { paused: { function: 'pause()' } }],
    [
      'with an argument too many',
      { paused: { function: 'paused() view returns (bool)', args: ['1'] } },
    ],
    ['with an argument too few', { paused: { function: 'paused(uint8) view returns (bool)' } }],
    ['of a program that is on an EVM chain', program],
    ['of a program at an address of an EVM chain', { ...program, chain: 'Solana' }],
    ['with a share of nothing', { cash: { available: { function: supply }, whole: '0' } }],
  ])('%s is refused', (_, change) => {
    expect(parse(change)).toBe(false)
  })
})
