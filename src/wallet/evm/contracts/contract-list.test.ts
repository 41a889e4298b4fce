import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { SCAN_CHAINS } from '../../../chains/scan-chains.ts'
import { PROTOCOLS, slugsOf } from '../../model/protocols.ts'
import { NATIVE_STAKE, STAKE_PROTOCOLS } from '../../solana/findings.ts'
import { JUPITER_PLATFORMS } from '../../solana/jupiter-map.ts'
import { PROGRAM_READERS } from '../../solana/program-readers.ts'
import { parseSolanaTokenList } from '../../solana/token-list.ts'
import { parseContractList, scannedEntries } from './contract-list.ts'
import { type ContractEntry, receiptTokens } from './drivers.ts'
import { openContracts } from './open-contracts.ts'

const contractsOn = openContracts()
const solanaTokenList = parseSolanaTokenList(
  JSON.parse(
    readFileSync(new URL('../../../../data/wallet/contracts/solana.json', import.meta.url), 'utf8'),
  ),
)

const RECORDING = new URL(
  '../../../../../shared/upstream/2024-03-11/api.llama.fi/protocols.json',
  import.meta.url,
)
const LATEST = new URL(
  '../../../../../shared/upstream/2026-10-04/protocols.top.json',
  import.meta.url,
)
const SEED = new URL('../../../../data/seed/protocols.json', import.meta.url)
const CHAIN_LIST = new URL('../../../../data/chains.json', import.meta.url)

/** Protocols whose id neither a recording nor the sample shows: their scores join by slug. */
const UNRECORDED: Record<string, string | null> = {
  'hypurrfi-pooled': null,
  'spl-stake-pool': null,
  'bonk-staked-sol': null,
  'silo-v2': null,
  'silo-v3': null,
  'blackrock-buidl': null,
  'centrifuge-protocol': null,
  'midas-rwa': null,
  resolv: null,
}

const recorded = z.array(z.looseObject({ id: z.string(), slug: z.string() }))
const bundled = SCAN_CHAINS.map(({ key }) => contractsOn(key))

describe('the bundled contract lists', () => {
  test.each(SCAN_CHAINS)('$key has its own chain id and at least one entry', ({ key, chainId }) => {
    const { entries, chainId: said } = contractsOn(key)
    expect(said).toBe(chainId)
    expect(entries).not.toEqual([])
  })

  test('every chain is one that the service knows', () => {
    const known = z
      .array(z.looseObject({ name: z.string() }))
      .parse(JSON.parse(readFileSync(CHAIN_LIST, 'utf8')))
      .map(({ name }) => name)
    for (const { name } of SCAN_CHAINS) expect(known).toContain(name)
  })

  test('every address is in lower case', () => {
    expect(JSON.stringify(bundled)).not.toMatch(/0x[0-9a-f]*[A-F][0-9a-fA-F]{6}/)
  })

  test('every entry names a protocol of the list, and every protocol of the list is named', () => {
    const named = new Set([
      ...bundled.flatMap(({ entries }) => entries.flatMap(protocolsOf)),
      ...bundled.flatMap(({ accounts = [] }) => accounts.map(({ protocol }) => protocol)),
      ...solanaProtocols(),
    ])
    expect([...named].filter((slug) => !(slug in PROTOCOLS))).toEqual([])
    expect(Object.keys(PROTOCOLS).filter((slug) => !named.has(slug))).toEqual([])
  })

  test('an aToken is counted by Aave alone', () => {
    const { entries } = contractsOn('ethereum')
    const aTokens = new Set(
      entries.flatMap((entry) => (entry.driver === 'aave' ? receiptTokens(entry) : [])),
    )
    const others = entries.filter(({ driver }) => driver !== 'aave').flatMap(receiptTokens)
    expect(aTokens.size).toBeGreaterThan(100)
    expect(others.filter((receipt) => aTokens.has(receipt))).toEqual([])
  })

  test.skipIf(!existsSync(RECORDING))(
    'every protocol has the id that DefiLlama gives it, where a recording or the sample has it',
    () => {
      const rows = [RECORDING, LATEST]
        .filter((file) => existsSync(file))
        .flatMap((file) => recorded.parse(JSON.parse(readFileSync(file, 'utf8'))))
      const seed = z
        .looseObject({ protocols: recorded })
        .parse(JSON.parse(readFileSync(SEED, 'utf8'))).protocols
      const known = [...rows, ...seed]
      const unknown: Record<string, string | null> = {}
      for (const [slug, { id }] of Object.entries(PROTOCOLS)) {
        const then = known.find((row) => row.id === id)
        if (!then) unknown[slug] = id
        else expect(slugsOf(slug), `${slug} has the id ${id}`).toContain(then.slug)
      }
      expect(unknown).toEqual(UNRECORDED)
    },
  )

  test('no two protocols have one id, and no slug leads to two', () => {
    const ids = Object.values(PROTOCOLS).flatMap(({ id }) => id ?? [])
    const slugs = Object.keys(PROTOCOLS).flatMap(slugsOf)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(slugs).size).toBe(slugs.length)
  })
})

describe(parseContractList.name, () => {
  test('an id that is there twice is refused', () => {
    expect(() => parseContractList(file([lst('a', 1), lst('a', 2)]), 'base')).toThrow(
      /has the id a twice/,
    )
  })

  test('a receipt token with two owners is refused, whatever their drivers', () => {
    const vault = {
      ...common('vault'),
      driver: 'erc4626',
      product: 'vault',
      vault: address(1),
    }
    expect(() => parseContractList(file([lst('a', 1), vault]), 'base')).toThrow(
      /is in two entries: a and vault/,
    )
  })

  test('a place where NFTs are staked has one owner too', () => {
    const farm = (id: string, manager: number) => ({
      ...common(id),
      driver: 'uniswap-v3',
      product: 'lp',
      manager: address(manager),
      factory: address(9),
      staking: { holder: address(7) },
    })
    expect(() => parseContractList(file([farm('a', 1), farm('b', 2)]), 'base')).toThrow(
      /is in two entries: a and b/,
    )
  })

  test('an address with capitals is refused', () => {
    const entry = {
      ...lst('a', 1),
      token: { address: `0x${'A'.repeat(40)}`, symbol: 'A', decimals: 18 },
    }
    expect(() => parseContractList(file([entry]), 'base')).toThrow()
  })

  test('a field that the driver does not know is refused', () => {
    expect(() => parseContractList(file([{ ...lst('a', 1), pool: address(2) }]), 'base')).toThrow(
      /pool/,
    )
  })

  test('a file of another chain is refused', () => {
    expect(() => parseContractList(file([]), 'ethereum')).toThrow(
      /list of ethereum names another chain: base/,
    )
  })

  test('an entry that no one confirmed is read only when it is asked for', () => {
    const contracts = parseContractList(
      file([lst('a', 1), { ...lst('b', 2), verified: false }]),
      'base',
    )
    expect(scannedEntries(contracts).map(({ id }) => id)).toEqual(['a'])
    expect(scannedEntries(contracts, true)).toHaveLength(2)
  })
})

describe(slugsOf.name, () => {
  test('gives the other slugs of the same protocol too', () => {
    expect(slugsOf('sparklend')).toEqual(['sparklend', 'spark'])
  })

  test('throws for a protocol that is not listed', () => {
    expect(() => slugsOf('nobody')).toThrow(/does not list/)
  })
})

/** Every protocol that a scan of Solana can name, but for what is no protocol of DefiLlama's. */
function solanaProtocols(): string[] {
  const { lsts, lends } = solanaTokenList
  const listed = [...lsts, ...lends].map(({ protocol }) => protocol)
  const elsewhere = [NATIVE_STAKE, 'jupiter-governance']
  const others = [
    ...STAKE_PROTOCOLS,
    ...JUPITER_PLATFORMS,
    ...PROGRAM_READERS.flatMap(({ protocols }) => protocols),
  ]
  return [...listed, ...others.filter((slug) => !elsewhere.includes(slug))]
}

function protocolsOf(entry: ContractEntry): string[] {
  const stakes = 'stakes' in entry ? entry.stakes : []
  const third = 'v3Protocol' in entry ? (entry.v3Protocol ?? []) : []
  return [entry.protocol, ...stakes.flatMap(({ protocol }) => protocol ?? [])].concat(third)
}

function file(entries: unknown[]) {
  return { chain: 'base', chainId: 8453, generatedFrom: {}, entries }
}

function common(id: string) {
  return { id, protocol: 'lido', source: 'test' }
}

function lst(id: string, token: number) {
  return {
    ...common(id),
    driver: 'holding',
    product: 'lst',
    token: { address: address(token), symbol: 'T', decimals: 18 },
  }
}

function address(number: number): string {
  return `0x${number.toString(16).padStart(40, '0')}`
}
