import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NATIVE_COIN, ZERO_ADDRESS } from '../chains/address.ts'
import { SCAN_CHAINS } from '../chains/scan-chains.ts'
import { toTron } from '../chains/tron-address.ts'
import { plainAddress } from '../contract/contract-shard.ts'
import { listedContracts } from './listed-contracts.ts'

const DATA = path.resolve(import.meta.dirname, '../../data')
const rows = listedContracts()
const listed = new Set(rows.map(({ chain, address }) => `${chain} ${address}`))
const addresses = new Set(rows.map(({ address }) => address))

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(DATA, file), 'utf8'))

/** Every text in a document, with the keys that lead to it. */
function* textsIn(value: unknown, keys: string[] = []): Generator<[text: string, key: string]> {
  if (typeof value === 'string') yield [value, keys.at(-1) ?? '']
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value))
      yield* textsIn(part, Array.isArray(value) ? keys : [...keys, key])
}

/** Addresses of EVM chains in a text, also those that stand in a row as one text. A hash of 32 bytes is none. */
function evmAddresses(text: string): string[] {
  if (!/^0x([0-9a-f]{40})+$/i.test(text)) return []
  return (text.slice(2).match(/.{40}/g) ?? []).map((each) => `0x${each.toLowerCase()}`)
}

const isContract = (address: string) => address !== ZERO_ADDRESS && address !== NATIVE_COIN

test.each(SCAN_CHAINS)('every address in the contract list of $key is listed', ({ key, name }) => {
  const inFile = [...textsIn(read(`wallet/contracts/${key}.json`))]
    .filter(([, key]) => key !== 'args')
    .flatMap(([text]) => evmAddresses(text))
    .filter(isContract)
  const spelled = inFile.map((address) => (name === 'Tron' ? toTron(address) : address))
  expect(spelled.length).toBeGreaterThan(0)
  expect(spelled.filter((address) => !listed.has(`${name} ${address}`))).toEqual([])
})

test('every address of Solana in the tables of the wallet is listed', () => {
  const mints = ['wallet/contracts/solana.json', 'wallet/solana-symbols.json']
    .flatMap((file) => [...textsIn(read(file))])
    .filter(([, key]) => ['mint', 'pool', 'market'].includes(key))
    .map(([text]) => text)
  expect(mints.length).toBeGreaterThan(500)
  expect(mints.filter((mint) => !listed.has(`Solana ${mint}`))).toEqual([])
})

test('every row with a chain and an address of the other tables is listed', () => {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { chain, address } = Object(value)
    if (typeof chain === 'string' && typeof address === 'string')
      found.push(`${chain} ${plainAddress(address)}`)
    for (const part of Object.values(value)) visit(part)
  }
  for (const folder of ['onchain', 'dependencies'])
    for (const file of readdirSync(path.join(DATA, folder)))
      if (file.endsWith('.json')) visit(read(`${folder}/${file}`))
  expect(found.length).toBeGreaterThan(1_300)
  expect(found.filter((place) => !listed.has(place))).toEqual([])
})

/** What only computes or checks an entry: a market by its parameters, pools by their number, a question by its arguments. */
const NO_PART_OF_AN_ENTRY = ['args', 'oracle', 'loan', 'collateral', 'factory']

test('every address that a source of the wallet names is listed', () => {
  const named = readdirSync(path.join(DATA, 'wallet/sources')).flatMap((file) =>
    [...textsIn(read(`wallet/sources/${file}`))].flatMap(([text, key]) =>
      NO_PART_OF_AN_ENTRY.includes(key) ? [] : text.split(' ').flatMap(evmAddresses),
    ),
  )
  const missing = new Set(named.filter((each) => isContract(each) && !addresses.has(each)))
  expect([...missing]).toEqual([])
})

test.each([
  ['Ethereum', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'Circle'],
  ['Ethereum', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'Tether'],
  ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'Tether'],
])('the dollar at %s %s has an issuer: %s', (chain, address, issuer) => {
  const own = rows.filter((row) => row.chain === chain && row.address === address)
  expect(own.flatMap(({ note }) => note ?? [])).toContain(`Issued by ${issuer}`)
})

test('every spender is listed on each of its chains', () => {
  const { spenders } = Object(read('wallet/contracts/spenders.json'))
  for (const { address, chains } of spenders)
    for (const key of chains) {
      const chain = SCAN_CHAINS.find((each) => each.key === key)?.name
      expect(listed).toContain(`${chain} ${address}`)
    }
})

test('a token is no contract of the protocol that takes it, unless it is what the entry counts', () => {
  const roles = (chain: string, address: string) => [
    ...new Set(
      rows
        .filter((row) => row.chain === chain && row.address === address)
        .map(({ role, protocol }) => `${protocol?.slugs[0]} ${role}`),
    ),
  ]
  const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
  expect(roles('Ethereum', USDC).every((role) => /asset$|^undefined issued$/.test(role))).toBe(true)
  const A_USDC = '0x98c23e9d8f34fefb1b7bd6a91b7ff122f4e16f5c'
  expect(roles('Ethereum', A_USDC)).toContain('aave-v3 receipt')
  const CONVEX_3POOL = '0x689440f2ff927e1f24c72f1087e1faf471ece1c8'
  expect(roles('Ethereum', CONVEX_3POOL)).toContain('convex-finance receipt')
  const BALANCER_V3 = '0xba1333333333a1ba1108e8412f11850a5c319ba9'
  expect(roles('Ethereum', BALANCER_V3)).toContain('balancer-v3 scan')
  expect(roles('Ethereum', BALANCER_V3)).toContain('aura service')
  const USDT_ON_BNB = '0x55d398326f99059ff775485246999027b3197955'
  expect(roles('BNB Chain', USDT_ON_BNB)).toContain('helio-protocol asset')
  expect(roles('BNB Chain', USDT_ON_BNB)).not.toContain('helio-protocol scan')
  const LISTA_WRAPPER = '0x6c813d1d114d0cabf3f82f9e910bc29fe7f96451'
  expect(roles('BNB Chain', LISTA_WRAPPER)).toContain('helio-protocol scan')
})

test('what is given an approval and was abused says so', () => {
  const abused = rows.filter(({ note }) => note?.includes('were abused'))
  expect(abused.length).toBeGreaterThan(250)
  expect(abused.every(({ source, day }) => source !== '' && day !== null)).toBe(true)
})

test('a protocol has one slug and one name in all tables, so it is not two where the snapshot lacks it', () => {
  const named = new Map<string, Set<string>>()
  for (const { protocol } of rows) {
    if (!protocol || protocol.id === null) continue
    const { id, slugs, name } = protocol
    named.set(id, (named.get(id) ?? new Set()).add(`${slugs[0]} ${name}`))
  }
  expect([...named].filter(([, names]) => names.size > 1)).toEqual([])
})

test('neither the zero address nor a native coin is listed as a contract', () => {
  expect([ZERO_ADDRESS, NATIVE_COIN].filter((address) => addresses.has(address))).toEqual([])
})
