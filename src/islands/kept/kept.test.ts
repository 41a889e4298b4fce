import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProtocolStatus } from '../../domain/status.ts'
import {
  type KeptProtocol,
  MAX_LETTERS,
  MAX_PROTOCOLS,
  MAX_WALLETS,
  merge,
  NOTHING,
  parseKept,
  see,
  toggle,
  withWallet,
} from './kept.ts'

const aProtocol = (id: string, more: Partial<KeptProtocol> = {}): KeptProtocol => ({
  ...{ id, name: id, page: id, seen: null, before: null },
  ...more,
})
const aWallet = (address: string) => ({
  ...{ address, at: '2026-11-27T12:00:00.000Z', netWorthUsd: 5, score: 3.2, risks: ['One.'] },
})
const keeping = (...ids: string[]) => ({ ...NOTHING, protocols: ids.map((id) => aProtocol(id)) })

describe('what is kept', () => {
  test('is read as it was written', () => {
    const seen = { day: '2026-11-20', score: null, status: 'dead' as const }
    const before = { day: '2026-11-01', score: 2.4, status: null }
    const kept = {
      version: 1 as const,
      protocols: [aProtocol('aave-v3', { seen, before })],
      wallets: [aWallet('0x1')],
    }
    expect(parseKept(JSON.stringify(kept))).toEqual(kept)
  })

  test('before statuses were kept, or with another than there are, has none', () => {
    const seen = { day: '2026-11-20', score: 4 }
    const protocols = [
      { ...aProtocol('a'), seen },
      { ...aProtocol('b'), seen: { ...seen, status: 'constructor' } },
    ]
    const read = parseKept(JSON.stringify({ version: 1, protocols, wallets: [] }))
    expect(read?.protocols.map((each) => each.seen)).toEqual(
      Array(2).fill({ ...seen, status: null }),
    )
  })

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['another version', '{"version":2,"protocols":[],"wallets":[]}'],
    ['a text that is too long', `{"version":1,"x":"${'x'.repeat(MAX_LETTERS)}"}`],
  ])('is null for %s', (_, text) => {
    expect(parseKept(text)).toBeNull()
  })

  test('leaves out rows that are not of the form, and keeps of each the first', () => {
    const rows = [null, 1, {}, { id: 'a' }, { ...aProtocol('b'), page: '"><script>' }]
    const protocols = [...rows, aProtocol('c'), aProtocol('c', { name: 'second' })]
    const wallets = [
      { ...aWallet('0x1'), at: 'once' },
      { ...aWallet('0x2'), score: 11, risks: 3 },
    ]
    const read = parseKept(JSON.stringify({ version: 1, protocols, wallets }))
    expect(read?.protocols).toEqual([aProtocol('c')])
    expect(read?.wallets).toEqual([{ ...aWallet('0x2'), score: null, risks: [] }])
  })

  test('has at most so many protocols and wallets', () => {
    const ids = Array.from({ length: 500 }, (_, n) => `p${n}`)
    const kept = { ...keeping(...ids), wallets: ids.map(aWallet) }
    const read = parseKept(JSON.stringify(kept))
    expect(read?.protocols).toHaveLength(MAX_PROTOCOLS)
    expect(read?.wallets).toHaveLength(MAX_WALLETS)
    expect(toggle(read ?? NOTHING, aProtocol('new')).protocols).toHaveLength(MAX_PROTOCOLS)
  })

  test('of any JSON is null or of the form', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (protocols, wallets) => {
        const text = `{"version":1,"protocols":${protocols},"wallets":[${wallets}]}`
        const read = parseKept(text)
        expect(parseKept(JSON.stringify(read))).toEqual(read)
      }),
    )
  })
})

describe('a change', () => {
  test('watches and unwatches', () => {
    const one = toggle(keeping('a'), aProtocol('b'))
    expect(one.protocols.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(toggle(one, aProtocol('a'))).toEqual(keeping('b'))
  })

  test('renews the scan of a wallet, with its three biggest risks', () => {
    const first = withWallet(withWallet(NOTHING, aWallet('0x1')), aWallet('0x2'))
    const risks = ['1', '2', '3', '4']
    const renewed = withWallet(first, { ...aWallet('0x1'), netWorthUsd: 9, risks })
    expect(renewed.wallets).toEqual([
      { ...aWallet('0x1'), netWorthUsd: 9, risks: ['1', '2', '3'] },
      aWallet('0x2'),
    ])
  })

  test('adds a file before what is there', () => {
    expect(merge(keeping('a', 'b'), keeping('b', 'c')).protocols.map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
    ])
  })
})

describe('a snapshot', () => {
  const status = 'active' as const
  const listed = (composite: number, status: ProtocolStatus = 'active') =>
    new Map([['a', { name: 'a', page: 'a', composite, status }]])

  test('is noted once, and the one before it is kept', () => {
    const first = see(keeping('a', 'gone'), '2026-11-20', listed(3.9))
    expect(first.protocols).toEqual([
      aProtocol('a', { seen: { day: '2026-11-20', score: 3.9, status } }),
      aProtocol('gone'),
    ])
    const second = see(first, '2026-11-24', listed(4.1))
    const both = {
      seen: { day: '2026-11-24', score: 4.1, status },
      before: { day: '2026-11-20', score: 3.9, status },
    }
    expect(second.protocols[0]).toEqual(aProtocol('a', both))
    expect(see(second, '2026-11-24', listed(4.1))).toEqual(second)
    expect(see(second, '2026-11-21', listed(4.1))).toEqual(second)
  })

  test('gives its status to what was kept of it without one', () => {
    const seen = { day: '2026-11-24', score: 4.2, status: null }
    const kept = toggle(NOTHING, aProtocol('a', { seen }))
    expect(see(kept, '2026-11-24', listed(4.2, 'dead')).protocols).toEqual([
      aProtocol('a', { seen: { ...seen, status: 'dead' } }),
    ])
  })

  test('names a protocol and its page, whatever an imported file calls them', () => {
    const seen = { day: '2026-11-24', score: 4.1, status }
    const file = toggle(NOTHING, { ...aProtocol('a', { seen }), name: 'Binance', page: 'b' })
    expect(see(file, '2026-11-24', listed(4.1)).protocols).toEqual([aProtocol('a', { seen })])
  })
})
