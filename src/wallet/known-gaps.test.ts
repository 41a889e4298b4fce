import { describe, expect, test } from 'vitest'
import { SCAN_CHAINS, SOLANA } from '../chains/scan-chains.ts'
import { withNodes } from '../chains/wallet-nodes.ts'
import { scannedEntries } from './evm/contracts/contract-list.ts'
import { openContracts } from './evm/contracts/open-contracts.ts'
import { knownGaps } from './known-gaps.ts'
import { UNREAD } from './model/kinds.ts'
import { PROTOCOLS } from './model/protocols.ts'

const contracts = openContracts()
const deps = { chains: withNodes({}).chains, contracts, solana: { providers: [] } }

describe('what a scan never looks at', () => {
  test.each(['evm', 'solana', 'tron'] as const)(
    'names no chain that is scanned, and only protocols of our table, for %s',
    (kind) => {
      const scanned: string[] = SCAN_CHAINS.map(({ name }) => name)
      for (const { chain, protocol, text } of knownGaps(kind, deps)) {
        expect(scanned).not.toContain(chain)
        if (protocol !== null) expect(PROTOCOLS).toHaveProperty([protocol])
        expect(text).toMatch(/^[A-Z].*\.$/)
      }
    },
  )

  test('names each protocol of an incomplete driver once, however many chains it is on', () => {
    const of = knownGaps('evm', deps).filter(({ protocol }) => protocol === 'aave-v3')
    const texts = (UNREAD.drivers.aave ?? []).map(({ text }) => text)
    expect(of).toEqual(texts.map((text) => ({ chain: null, protocol: 'aave-v3', text })))
  })

  test('says nothing twice: what one driver of a protocol says of another, the other does not', () => {
    const gaps = knownGaps('evm', deps)
    const textsOf = (slug: string) =>
      gaps.filter(({ protocol }) => protocol === slug).map(({ text }) => text)
    expect(textsOf('uniswap-v2')).toEqual(UNREAD.drivers['v2-pairs']?.map(({ text }) => text))
    for (const [, of] of Map.groupBy(gaps, ({ protocol }) => protocol))
      expect(new Set(of.map(({ text }) => text)).size).toBe(of.length)
  })

  test('leaves out the protocols of complete drivers and of chains of other addresses', () => {
    const evm = knownGaps('evm', deps).map(({ protocol }) => protocol)
    const tron = knownGaps('tron', deps).flatMap(({ protocol }) => protocol ?? [])
    expect(evm).not.toContain('lido')
    const onTron = scannedEntries(contracts('tron')).map(({ protocol }) => protocol)
    expect(tron.every((protocol) => onTron.includes(protocol))).toBe(true)
    expect(tron).not.toContain('aave-v3')
  })

  test('says where a token index finds some of what is on no list', () => {
    const { chains } = withNodes({ WALLET_RPC_BASE: ['https://base-mainnet.g.alchemy.com/v2/k'] })
    const indexed = knownGaps('evm', { ...deps, chains }).filter(({ chain }) => chain === 'Base')
    expect(indexed).toMatchObject([{ protocol: null }])
    expect(knownGaps('evm', deps).some(({ chain }) => chain === 'Base')).toBe(false)
  })

  test('says on Solana what is not read without a provider', () => {
    const gaps = (providers: unknown[]) =>
      knownGaps('solana', { ...deps, solana: { providers } })
        .filter(({ chain }) => chain === SOLANA.name)
        .map(({ text }) => text)
    const text = 'Staked JUP is not read, because no key for Jupiter is set.'
    expect(gaps([])).toContain(text)
    expect(gaps([{}])).not.toContain(text)
  })

  test('says of perpetuals what is not on the chain, with a provider or without', () => {
    for (const providers of [[], [{}]]) {
      const of = knownGaps('solana', { ...deps, solana: { providers } })
      const perpetuals = of.filter(({ protocol }) => protocol === 'jupiter-perpetual-exchange')
      expect(perpetuals).not.toHaveLength(0)
    }
  })
})
