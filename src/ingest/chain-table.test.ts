import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import rows from '../../data/chains.json' with { type: 'json' }
import { canonicalChain, findChain, listChains } from './chain-table.ts'
import { mapProtocols } from './defillama/protocols-map.ts'
import { readTvlKey } from './defillama/tvl-key.ts'

const RECORDINGS = new URL('../../../shared/upstream/', import.meta.url)
const SPELLINGS = rows.flatMap(({ name, aliases }) => [name, ...aliases])

describe('the chain table', () => {
  test('a chain is found by its name or any alias, whatever the case and the space around it', () => {
    expect(findChain('BNB Chain')?.chainId).toBe(56)
    for (const spelling of ['Binance', 'bsc', ' BSC ', 'Binance Smart Chain']) {
      expect(findChain(spelling)?.name).toBe('BNB Chain')
    }
    expect(findChain('Nowhere')).toBeUndefined()
  })

  test('a name that is not in the table comes back trimmed', () => {
    expect(canonicalChain(' Nowhere ')).toBe('Nowhere')
    expect(canonicalChain('xDai')).toBe('Gnosis')
  })

  test('the three spellings of upstream are one chain', () => {
    const spellings = [
      ['Optimism', 'OP Mainnet'],
      ['zkSync Era', 'ZKsync Era'],
      ['Op_Bnb', 'op_bnb', 'opBNB'],
      ['Ripple', 'XRPL', 'XRP'],
      ['RSK', 'Rootstock'],
      ['xDai', 'Gnosis', 'Gnosis Chain'],
      ['Terra', 'Terra Classic'],
      ['Klaytn', 'Kaia'],
      ['Hyperliquid', 'Hyperliquid L1', 'HyperEVM'],
    ]
    for (const group of spellings) expect(new Set(group.map(canonicalChain)).size).toBe(1)
  })

  test('chains with like names stay apart', () => {
    const apart = [
      'zkSync Era',
      'zkSync',
      'Terra',
      'Terra2',
      'EOS',
      'EOS EVM',
      'Polygon',
      'Polygon zkEVM',
    ]
    expect(new Set(apart.map(canonicalChain)).size).toBe(apart.length)
  })

  test('the interface names its ten chains', () => {
    const named = ['Ethereum', 'Arbitrum', 'Base', 'Optimism', 'Polygon', 'BNB Chain', 'Avalanche']
    for (const name of [...named, 'Solana', 'Berachain', 'Hyperliquid']) {
      expect(findChain(name)?.name).toBe(name)
      expect(findChain(name)?.kind).toBe(name === 'Solana' ? 'solana' : 'evm')
    }
  })

  test('a chain that is not EVM carries no chain id, and no id belongs to two chains', () => {
    const chains = listChains()
    expect(chains.filter((chain) => chain.kind !== 'evm' && chain.chainId !== null)).toEqual([])
    const ids = chains.flatMap((chain) => chain.chainId ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('no spelling belongs to two chains', () => {
    const folded = SPELLINGS.map((spelling) => spelling.toLowerCase())
    expect(folded.filter((spelling, index) => folded.indexOf(spelling) !== index)).toEqual([])
    expect(SPELLINGS.filter((spelling) => spelling !== spelling.trim())).toEqual([])
  })

  test('the file is sorted, rows by name and aliases in each row', () => {
    const names = rows.map(({ name }) => name.toLowerCase())
    expect(names).toEqual([...names].sort())
    for (const { aliases } of rows) {
      expect(aliases).toEqual(
        [...aliases].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
      )
    }
  })

  test('a list that is changed does not change the table', () => {
    listChains().length = 0
    expect(listChains().length).toBe(rows.length)
  })
})

describe.skipIf(!existsSync(RECORDINGS))('the table and the lists of 2026', () => {
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, RECORDINGS), 'utf8'))

  test('the ids of chains that came in 2026 are those of the public list', () => {
    const listed: { id: number; name: string }[] = read('chains/chain_ids.json')
    const newer = ['Robinhood Chain', 'Arc', 'Gensyn', 'Codex', 'ADI', 'MetalL2']
    for (const name of newer) {
      const id = findChain(name)?.chainId
      expect(findChain(name)).toMatchObject({ kind: 'evm', security: null })
      expect(listed.find((chain) => chain.id === id)?.name.replace(/[_ ]|Mainnet/g, '')).toMatch(
        new RegExp(name.replaceAll(' ', ''), 'i'),
      )
    }
  })

  test('no large protocol of 2026-10-04 is left out for a chain that is EVM', () => {
    const { protocols = [] } = mapProtocols(read('2026-10-04/protocols.top.json'), {
      asOf: '2026-10-04',
      source: 'test',
    })
    const left = protocols.filter(({ outOfScope }) => outOfScope === 'unsupported-chain')
    expect(left).toHaveLength(61)
    const chains = new Set(left.flatMap((protocol) => protocol.chains))
    expect([...chains].filter((name) => findChain(name)?.kind !== 'other')).toEqual([])
  })
})

describe.skipIf(!existsSync(RECORDINGS)).each(['2023-09-12', '2024-03-11'])(
  'the recording of %s',
  (day) => {
    test('names no chain that the table does not hold', () => {
      const protocols = recorded(day, 'protocols.json').flatMap((row) => [
        ...strings(row.chains),
        ...Object.keys(row.chainTvls ?? {}).flatMap((key) => readTvlKey(key)?.chain ?? []),
      ])
      const listed = recorded(day, 'v2/chains.json').flatMap((row) => row.name ?? [])
      const hacked = recorded(day, 'hacks.json').flatMap((row) => strings(row.chain))
      const names = [...new Set([...protocols, ...listed, ...hacked])]
      expect(names.length).toBeGreaterThan(450)
      expect(names.filter((name) => findChain(name) === undefined)).toEqual([])
    })
  },
)

interface RecordedRow {
  name?: string
  chains?: unknown
  chain?: unknown
  chainTvls?: object
}

function recorded(day: string, file: string): RecordedRow[] {
  return JSON.parse(readFileSync(new URL(`${day}/api.llama.fi/${file}`, RECORDINGS), 'utf8'))
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
