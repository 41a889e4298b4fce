import { addressesRegistry } from '@morpho-org/blue-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import cores from '../../data/dependencies/cores.json' with { type: 'json' }
import contracts from '../../data/onchain/contracts.json' with { type: 'json' }
import slugs from '../../data/onchain/protocols.json' with { type: 'json' }
import { isContract, listExits } from '../control/markets/exit-table.ts'
import { aMarket } from '../domain/fixtures/market.ts'
import type { Market } from '../domain/market.ts'
import { known } from '../domain/reading.ts'
import { findChain } from '../ingest/chain-table.ts'
import { aProtocol, TABLES } from './fixtures/world.ts'
import { buildGraph, type Venue } from './graph.ts'
import { sharesOf } from './shares.ts'
import { stress } from './stress.ts'
import { venuesOf } from './venues.ts'

const DAY = '2026-11-27'
const [MORPHO, LISTA, BEND] = ['4025', '6056', '6897']
/** Those of the reviewed table that the tests are about: without a share, with one of 0.67 of 2026-10-04, and with all of it. */
const [KPK, STEAKHOUSE, ARMITAGE] = ['4146', '6212', '7895']
const NEW = '99999999'

/** What a vault has on a market of a core. */
const loan = (protocolId: string, suppliedUsd: number | null, fields: Partial<Market> = {}) => {
  const { chain = '', address = '' } = cores.rows.find((row) => row.protocolId === protocolId) ?? {}
  return aMarket({ chain, address, suppliedUsd, day: DAY, block: 7, ...fields })
}
const venues = (id: string, markets: Market[], heldUsd: number | null = 100) =>
  venuesOf({ id, facts: { markets: known(markets, DAY, 'onchain') } }, heldUsd)
const brief = (found: Venue[]) => found.map(({ id, share, basis }) => [id, share, basis])

describe('what vaults have on markets of a core', () => {
  test('is a part that lies with its protocol, and more may lie there', () => {
    const found = venues(NEW, [loan(MORPHO, 30), loan(MORPHO, 10, { block: 5 }), loan(LISTA, 20)])
    expect(found).toEqual([
      {
        ...{ id: MORPHO, name: 'Morpho Blue', share: 0.4, basis: 'onchain', day: DAY },
        source: 'markets on which its vaults lend, read on the chain: Base at block 5',
      },
      expect.objectContaining({ id: LISTA, share: 0.2 }),
      expect.objectContaining({ id: MORPHO, share: null, basis: 'onchain' }),
      expect.objectContaining({ id: LISTA, share: null }),
    ])
  })

  test('is of the oldest day of its readings, with the block of each chain', () => {
    const [found] = venues(NEW, [
      loan(MORPHO, 30),
      loan(MORPHO, 1, { chain: 'Ethereum', day: '2026-11-20', block: 3 }),
    ])
    expect(found?.day).toBe('2026-11-20')
    expect(found?.source).toMatch(/: Base at block 7, Ethereum at block 3$/)
  })

  test('without an amount, and where nodes disagree, is a part that is not known', () => {
    const whole = [[MORPHO, null, 'onchain']]
    expect(brief(venues(NEW, [loan(MORPHO, null)]))).toEqual(whole)
    expect(brief(venues(NEW, [loan(MORPHO, 50, { unconfirmed: 'one-node' })]))).toEqual(whole)
    expect(brief(venues(NEW, [loan(MORPHO, 50)], null))).toEqual(whole)
  })

  test('counts at no more than all that is held', () => {
    expect(brief(venues(NEW, [loan(MORPHO, 150), loan(LISTA, 20)]))).toEqual([
      [MORPHO, 1, 'onchain'],
      [LISTA, null, 'onchain'],
    ])
  })

  test.each([
    [3, 3],
    [3.00001, 6],
  ])('of %d, what three shares lost by rounding is no part, and more is: %i rows', (held, rows) => {
    const found = venues(NEW, [loan(MORPHO, 1), loan(LISTA, 1), loan(BEND, 1)], held)
    expect(found).toHaveLength(rows)
  })

  test('is no venue at another address, of a record, or of the protocol itself', () => {
    expect(venues(NEW, [loan(MORPHO, 5, { address: '0x1' })])).toEqual([])
    expect(venues(NEW, [loan(MORPHO, 5, { chain: 'Gnosis' })])).toEqual([])
    expect(venues(NEW, [loan(MORPHO, 5, { source: 'project-records' })])).toEqual([])
    expect(venues(LISTA ?? '', [loan(LISTA ?? '', 5)])).toEqual([])
  })
})

describe('beside the reviewed table', () => {
  test('a row without a share stays for what the reading does not cover', () => {
    const found = brief(venues(KPK ?? '', [loan(MORPHO, 30)]))
    expect(found).toContainEqual([MORPHO, 0.3, 'onchain'])
    expect(found.filter(([id]) => id === MORPHO)).toContainEqual([MORPHO, null, 'curated'])
    expect(found).toHaveLength(1 + venues(KPK ?? '', []).length)
  })

  test.each([
    // Only some of its vaults are read: less is no contradiction.
    [STEAKHOUSE, 50, DAY, [0.67, 'curated']],
    [STEAKHOUSE, 80, DAY, [0.8, 'onchain']],
    [STEAKHOUSE, 80, '2026-10-03', [0.67, 'curated']],
    [STEAKHOUSE, 99, DAY, [0.98, 'onchain']],
    [ARMITAGE, 50, DAY, [1, 'curated']],
  ])(
    'of %s the larger of both counts, within what other rows leave: %d of %s',
    (id, usd, day, share) => {
      const found = brief(venues(id ?? '', [loan(MORPHO, usd, { day })]))
      expect(found.find(([venue]) => venue === MORPHO)).toEqual([MORPHO, ...share])
    },
  )

  test('is one share in the tables, on the basis of what is stated', () => {
    const input = aProtocol(KPK ?? '', null, {
      venues: venues(KPK ?? '', [loan(MORPHO, 30)]),
    })
    const shares = sharesOf(buildGraph([input], TABLES, DAY)).filter(({ to }) => to === MORPHO)
    expect(shares).toMatchObject([{ kind: 'runs-on', share: 0.3, basis: 'onchain' }])
  })
})

describe('of any readings', () => {
  const amount = fc.option(fc.integer({ min: 1, max: 8 }), { freq: 4 })
  const someLoans = fc.array(
    fc.tuple(fc.constantFrom(MORPHO, LISTA, BEND), amount).map(([id, usd]) => loan(id ?? '', usd)),
    { minLength: 1, maxLength: 6 },
  )
  const someId = fc.constantFrom(NEW, KPK ?? '', STEAKHOUSE ?? '', ARMITAGE ?? '')
  const shock = fc.double({ min: 0, max: 1, noNaN: true })
  const highOf = (id: string, markets: Market[], [morpho, lista, bend]: number[]) => {
    const input = aProtocol(id, null, { venues: venues(id, markets) })
    const others = [MORPHO, LISTA, BEND].map((each) => aProtocol(each ?? '', null))
    const shocks = new Map([
      [MORPHO ?? '', morpho ?? 0],
      [LISTA ?? '', lista ?? 0],
      [BEND ?? '', bend ?? 0],
    ])
    return stress(buildGraph([input, ...others], TABLES, DAY), shocks).losses.get(id)?.high ?? 0
  }

  test('stated shares sum to at most 1, and what they leave may lie in each', () => {
    fc.assert(
      fc.property(someId, someLoans, fc.integer({ min: 1, max: 60 }), (id, markets, held) => {
        const found = venues(id, markets, held)
        const sum = found.reduce((total, { share }) => total + (share ?? 0), 0)
        expect(sum).toBeLessThanOrEqual(1 + 1.5e-6)
        const read = new Set(markets.map(({ address }) => address))
        const hidden = found.filter(({ share }) => share === null).map((venue) => venue.id)
        for (const { protocolId } of cores.rows.filter(({ address }) => read.has(address)))
          expect(sum > 1 - 1.5e-6 || hidden.includes(protocolId)).toBe(true)
      }),
    )
  })

  test('their order changes nothing', () => {
    fc.assert(
      fc.property(someId, someLoans, (id, markets) => {
        expect(venues(id, markets.toReversed())).toEqual(venues(id, markets))
      }),
    )
  })

  test('to hide an amount never lowers what a failure costs at most', () => {
    fc.assert(
      fc.property(
        someId,
        someLoans,
        fc.tuple(shock, shock, shock),
        fc.nat(),
        (id, markets, shocks, at) => {
          const place = at % markets.length
          const hidden = markets.map((market, index) =>
            index === place ? { ...market, suppliedUsd: null } : market,
          )
          expect(highOf(id, hidden, shocks)).toBeGreaterThanOrEqual(
            highOf(id, markets, shocks) - 1e-6,
          )
        },
      ),
    )
  })

  test('no venue of the table is dropped, and none of its shares falls', () => {
    fc.assert(
      fc.property(someId, someLoans, fc.integer({ min: 1, max: 60 }), (id, markets, held) => {
        const found = venues(id, markets, held)
        for (const row of venues(id, [])) {
          const own = found.filter((venue) => venue.id === row.id)
          expect(own.length).toBeGreaterThan(0)
          expect(Math.max(...own.map(({ share }) => share ?? 0))).toBeGreaterThanOrEqual(
            row.share ?? 0,
          )
        }
      }),
    )
  })
})

describe('the table of cores', () => {
  const known = new Map(Object.entries(slugs).map(([slug, id]) => [slug, id]))
  const listed = new Map(
    Object.entries(contracts).flatMap(([slug, own]) =>
      own.map(({ chain, address }) => [`${chain} ${address}`, known.get(slug)] as const),
    ),
  )

  test('has the contracts of each protocol, as our list or the package of Morpho has them', () => {
    for (const { protocolId, chain, address } of cores.rows) {
      const { chainId } = findChain(chain) ?? {}
      const published = Object.entries(addressesRegistry).find(([id]) => Number(id) === chainId)
      const ofPackage = protocolId === MORPHO ? published?.[1].morpho.toLowerCase() : undefined
      expect(listed.get(`${chain} ${address}`) ?? (ofPackage === address && MORPHO)).toBe(
        protocolId,
      )
      expect(ofPackage ?? address).toBe(address)
    }
  })

  test('has one of each chain on which a vault is read', () => {
    const chains = [...listExits().values()]
      .flat()
      .flatMap((row) => (isContract(row) && row.vault ? [row.chain] : []))
    const covered = new Set(cores.rows.map(({ chain }) => chain))
    expect(chains.length).toBeGreaterThan(0)
    expect(chains.filter((chain) => !covered.has(chain))).toEqual([])
  })
})
