import { describe, expect, test } from 'vitest'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import { aContract, aPath } from '../domain/fixtures/control.ts'
import { aFeed, aMarket } from '../domain/fixtures/market.ts'
import type { Market } from '../domain/market.ts'
import { feedOwners, withOwners } from './feed-owners.ts'

const OWNER = `0x${'11'.repeat(20)}`
const ADAPTER = `0x${'22'.repeat(20)}`
const byAddress = aPath({
  actor: 'unidentified',
  address: OWNER,
  threshold: null,
  signers: null,
  delaySeconds: null,
  via: [ADAPTER],
})
const safe = aPath({ via: [OWNER] })

const owned = (...owner: ControlPath[]): Market =>
  aMarket({ feed: aFeed({ address: ADAPTER, owner }) })
const actsAs = (...paths: ControlPath[]): ContractControl =>
  aContract({ address: OWNER, powers: [{ getter: 'owner', paths }] })

describe(feedOwners, () => {
  test('lists each owner of which only the address is known once', () => {
    const markets = new Map([
      ['one', [owned(byAddress), owned(byAddress, safe)]],
      ['two', [owned(byAddress), aMarket({ feed: null })]],
    ])
    expect(feedOwners(markets)).toMatchObject([{ address: OWNER, protocol: 'one' }])
  })
})

describe(withOwners, () => {
  test('puts the paths to those who can act in place of the address, behind the adapters on the way', () => {
    const [market] = withOwners([owned(byAddress)], [actsAs(safe, safe)])
    const followed = { ...safe, via: [ADAPTER, OWNER] }
    expect(market?.feed?.owner).toEqual([followed, followed])
  })

  test.each([
    ['who was not followed', []],
    ['about whom a node failed', [actsAs()]],
  ])('leaves an owner as it is %s', (_, owners) => {
    const market = owned(byAddress)
    expect(withOwners([market], owners)).toEqual([market])
  })
})
