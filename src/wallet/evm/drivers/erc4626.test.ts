import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { type Erc4626Entry, erc4626 } from './erc4626.ts'
import { at, entryOf, holds, isToken, runDriver, says } from './fixtures/fake-chain.ts'

const OWNER = at(0xa11ce)
const VAULT = at(1)
const INNER = at(2)
const USDS = { address: at(10), symbol: 'USDS', decimals: 18 }

type Fact = ReturnType<typeof says>
const max = (shares: bigint) => says(VAULT, 'maxRedeem', [OWNER], shares)
const NONE = max(0n)
/** Morpho’s second version, by its own function. */
const adapter = says(VAULT, 'liquidityAdapter', [], at(3))
const pays = (assets: bigint) => says(VAULT, 'previewRedeem', [100n], assets)

describe('erc4626', () => {
  test('shares are reported as what the vault would pay for them', () => {
    const { findings, rounds } = runDriver(erc4626, entry({ asset: USDS }), OWNER, [
      holds(VAULT, OWNER, 100n),
      says(VAULT, 'convertToAssets', [100n], 104n),
    ])
    expect(findings).toMatchObject([
      {
        product: 'vault',
        receiptToken: VAULT,
        legs: [{ role: 'supply', token: USDS.address, symbol: 'USDS', decimals: 18, amount: 104n }],
      },
    ])
    expect(rounds).toHaveLength(2)
  })

  test.each<[string, Fact[], bigint, bigint | undefined, object | undefined]>([
    ['lets all out', [max(100n)], 1_000n, 1_000n, undefined],
    ['lets more out than there is', [max(900n)], 1_000n, 1_000n, undefined],
    ['lets a part out', [max(40n)], 1_000n, 400n, undefined],
    ['lets nothing out', [NONE], 1_000n, 0n, undefined],
    ['says so whatever it lets out', [NONE, adapter], 1_000n, undefined, undefined],
    ['is paused', [max(100n), says(VAULT, 'paused', [], true)], 1_000n, 0n, { isPaused: true }],
    ['keeps a fee', [pays(990n)], 990n, undefined, { fee: 0.01 }],
    ['says that it keeps most, which is not trusted', [pays(490n)], 1_000n, undefined, undefined],
    ['says that it pays more, which is not trusted', [pays(1_010n)], 1_000n, undefined, undefined],
  ])('a vault that %s', (_, more, amount, available, exit) => {
    const facts = [
      holds(VAULT, OWNER, 100n),
      says(VAULT, 'convertToAssets', [100n], 1_000n),
      ...more,
    ]
    const { findings, rounds } = runDriver(erc4626, entry({ asset: USDS }), OWNER, facts)
    expect(
      findings.map((each) => [each.legs[0]?.amount, each.legs[0]?.available, each.exit]),
    ).toEqual([[amount, available, exit]])
    // One that says that it lets nothing out is asked whether that means anything.
    expect(rounds).toHaveLength(more.includes(NONE) ? 3 : 2)
  })

  test('shares that are burned first and paid later have a limit that says nothing', () => {
    const facts = [
      holds(VAULT, OWNER, 100n),
      says(VAULT, 'convertToAssets', [100n], 104n),
      max(100n),
    ]
    const waits = entry({ asset: USDS, cooldown: true })
    expect(runDriver(erc4626, waits, OWNER, facts).findings[0]?.legs[0]).not.toHaveProperty(
      'available',
    )
  })

  test('an asset that its entry does not name is asked for', () => {
    const { findings } = runDriver(erc4626, entry({}), OWNER, [
      holds(VAULT, OWNER, 100n),
      says(VAULT, 'convertToAssets', [100n], 104n),
      says(VAULT, 'asset', [], USDS.address),
      ...isToken(USDS.address, 'USDS', 18),
    ])
    expect(findings[0]?.legs).toMatchObject([{ token: USDS.address, symbol: 'USDS', amount: 104n }])
  })

  test('shares that the vault says to be worth nothing are reported as themselves, but for dust', () => {
    const shares = 10n ** 18n
    const worthless = (amount: bigint) => [
      holds(VAULT, OWNER, amount),
      says(VAULT, 'convertToAssets', [amount], 0n),
      ...isToken(VAULT, 'sUSDS', 18),
    ]
    const reported = (amount: bigint) =>
      runDriver(erc4626, entry({ asset: USDS }), OWNER, worthless(amount)).findings
    expect(reported(shares)).toMatchObject([
      { legs: [{ token: VAULT, symbol: 'sUSDS', amount: shares }] },
    ])
    expect(reported(3n)).toEqual([])
  })

  test('no shares, no position, one call', () => {
    const { findings, rounds } = runDriver(erc4626, entry({}), OWNER, [holds(VAULT, OWNER, 0n)])
    expect(findings).toEqual([])
    expect(rounds.flat()).toHaveLength(1)
  })

  test('a vault around a vault is reported as what lies inside', () => {
    const facts = [
      holds(VAULT, OWNER, 100n),
      says(VAULT, 'convertToAssets', [100n], 90n),
      says(VAULT, 'asset', [], INNER),
      says(INNER, 'convertToAssets', [90n], 99n),
    ]
    const nested = entry({ asset: USDS, inner: INNER })
    expect(runDriver(erc4626, nested, OWNER, facts).findings[0]?.legs).toMatchObject([
      { token: USDS.address, amount: 99n },
    ])
    const wrong = facts.map((fact) =>
      fact === facts[2] ? says(VAULT, 'asset', [], at(0xbad)) : fact,
    )
    expect(() => runDriver(erc4626, nested, OWNER, wrong)).toThrow(/The asset of .* is not/)
  })

  test('a vault that does not report its rate is unreadable', () => {
    const facts = [holds(VAULT, OWNER, 100n)]
    expect(() => runDriver(erc4626, entry({ asset: USDS }), OWNER, facts)).toThrow(Unreadable)
  })
})

function entry(changes: Partial<Erc4626Entry>): Erc4626Entry {
  return entryOf(erc4626, { product: 'vault', market: 'sUSDS', vault: VAULT, ...changes })
}
