import { describe, expect, test } from 'vitest'
import type { Hex } from '../../chains/address.ts'
import { erc4626Entry } from '../../wallet/evm/drivers/erc4626.ts'
import {
  at,
  type Fact,
  holds,
  isToken,
  says,
} from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { morphoBlueEntry } from '../../wallet/evm/drivers/morpho-blue.ts'
import { readAlone, silentlyHidden } from './fixtures/readers.ts'
import { MORPHO_MARKET, morphoBlueMarkets } from './morpho-blue.ts'
import { vaultMarkets } from './vaults.ts'

const MORPHO = at(1)
const USDC = at(2)
const WSTETH = at(3)
const ORACLE = at(4)
const VAULT = at(5)
const ADAPTER = at(6)
const INNER = at(7)
const [FIRST, SECOND] = [id(1), id(2)]
const WAD = 10n ** 18n

describe('a market of Morpho Blue', () => {
  test('is named by its pair, and has what is not lent', async () => {
    const { drafts, failed } = await readMorpho([
      ...state(FIRST, 1_000n, 950n),
      holds(USDC, MORPHO, 500n),
    ])
    expect(failed).toEqual([])
    expect(drafts).toEqual([
      expect.objectContaining({
        address: MORPHO,
        name: 'wstETH/USDC',
        assetAddress: USDC,
        supplied: 1_000n,
        available: 50n,
        borrowed: 950n,
        loanToValue: 0.86,
        liquidationThreshold: 0.86,
        frozen: false,
        paused: false,
        priceFeed: ORACLE,
      }),
    ])
  })

  test('cannot return more than Morpho holds of the token', async () => {
    const { drafts } = await readMorpho([...state(FIRST, 1_000n, 0n), holds(USDC, MORPHO, 30n)])
    expect(drafts[0]?.available).toBe(30n)
  })

  test('that lent more than it has can return nothing', async () => {
    const { drafts } = await readMorpho([...state(FIRST, 1_000n, 1_001n), holds(USDC, MORPHO, 30n)])
    expect(drafts[0]?.available).toBe(0n)
  })

  test('whose parameters cannot be read is a gap with its id', async () => {
    const facts = state(FIRST, 1_000n, 0n).filter(({ data }) => data.startsWith('0x5c60e39a'))
    expect(await readMorpho(facts)).toEqual({
      drafts: [],
      failed: [{ address: MORPHO, name: FIRST, why: 'reverted' }],
    })
  })
})

test('a market of Morpho Blue hides nothing in silence that a score reads', async () => {
  const facts = [...state(FIRST, 1_000n, 300n), holds(USDC, MORPHO, 700n), ...tokens()]
  expect(await silentlyHidden(() => morphoBlueMarkets(morphoEntry()), facts)).toEqual([])
})

test.each<[string, boolean, () => Fact[]]>([
  [
    'of MetaMorpho',
    false,
    () => [
      ...metaMorpho([FIRST]),
      ...state(FIRST, 1_000n, 950n),
      position(FIRST, 500n * 10n ** 6n),
      holds(USDC, VAULT, 7n),
    ],
  ],
  [
    'of Moolah',
    false,
    () => [
      ...metaMorpho([FIRST], 'MOOLAH'),
      ...state(FIRST, 1_000n, 950n),
      position(FIRST, 500n * 10n ** 6n),
      says(MORPHO, 'function paused() view returns (bool)', [], false),
    ],
  ],
  ['of adapters over a market', false, () => adapters(...onMarket(FIRST))],
  ['of adapters over a vault', false, () => adapters(...onVault())],
  [
    'with a pause and a cooldown',
    true,
    () => [
      ...vault(),
      says(VAULT, 'function paused() view returns (bool)', [], false),
      says(VAULT, 'function cooldownDuration() view returns (uint24)', [], 604_800),
      holds(USDC, VAULT, 9n),
    ],
  ],
])('a vault %s hides nothing in silence that a score reads', async (_, cooldown, facts) => {
  expect(await silentlyHidden(() => vaultMarkets(vaultEntry(cooldown), true), facts())).toEqual([])
})

test('a vault that holds all of its assets loses only good news with its balance', async () => {
  const facts = [...vault(), holds(USDC, VAULT, 1_000n)]
  const hidden = await silentlyHidden(() => vaultMarkets(vaultEntry()), facts)
  expect(hidden).toEqual([expect.stringMatching(/0x70a08231.*: availableShare$/)])
})

describe('a vault', () => {
  test('of MetaMorpho has what its markets could return to it, and not what it holds', async () => {
    // Half of the first market, of which 50 are not lent; all of the second, of which everything is there.
    const { drafts } = await readVault([
      ...metaMorpho([FIRST, SECOND]),
      ...state(FIRST, 1_000n, 950n),
      ...state(SECOND, 400n, 0n),
      position(FIRST, 500n * 10n ** 6n),
      position(SECOND, 400n * 10n ** 6n),
      holds(USDC, VAULT, 7n),
    ])
    expect(drafts[0]).toMatchObject({
      available: 50n + 400n,
      paused: false,
      withdrawSeconds: 0,
    })
  })

  test('of Moolah, a copy of it, stops while Moolah is paused', async () => {
    const paused = (now: boolean) => [
      ...metaMorpho([FIRST], 'MOOLAH'),
      ...state(FIRST, 1_000n, 0n),
      position(FIRST, 500n * 10n ** 6n),
      says(MORPHO, 'function paused() view returns (bool)', [], now),
    ]
    expect((await readVault(paused(true))).drafts[0]).toMatchObject({
      available: 500n,
      paused: true,
    })
    expect((await readVault(paused(false))).drafts[0]).toMatchObject({ paused: false })
  })

  test('counts a market only once, and no more than its own part of it', async () => {
    const { drafts } = await readVault([
      ...metaMorpho([FIRST, FIRST]),
      ...state(FIRST, 1_000n, 0n),
      position(FIRST, 500n * 10n ** 6n),
      holds(USDC, VAULT, 0n),
    ])
    expect(drafts[0]?.available).toBe(500n)
  })

  test('with a market that cannot be read says nothing of what is available', async () => {
    const { drafts } = await readVault([
      ...metaMorpho([FIRST, SECOND]),
      ...state(FIRST, 1_000n, 0n),
      position(FIRST, 500n * 10n ** 6n),
      holds(USDC, VAULT, 7n),
    ])
    expect(drafts[0]?.available).toBeNull()
  })

  test('with more markets than MetaMorpho allows is left out', async () => {
    const facts = metaMorpho(Array.from({ length: 31 }, (_, index) => id(index)))
    expect((await readVault(facts)).failed).toEqual([{ address: at(0), why: 'implausible' }])
  })

  test('of another kind that holds only a part says nothing, and keeps its pause', async () => {
    const paused = says(VAULT, 'function paused() view returns (bool)', [], true)
    const [part, whole] = [
      await readVault([...vault(), paused, holds(USDC, VAULT, 899n)]),
      await readVault([...vault(), holds(USDC, VAULT, 1_000n)]),
    ]
    expect(part.drafts[0]).toMatchObject({ available: null, paused: true, withdrawSeconds: null })
    expect(whole.drafts[0]).toMatchObject({ available: 1_000n, paused: null })
  })

  test('of staked USDe takes as long as its cooldown', async () => {
    const cooldown = (seconds: number) =>
      says(VAULT, 'function cooldownDuration() view returns (uint24)', [], seconds)
    const read = async (facts: Fact[]) => (await readVault([...vault(), ...facts], true)).drafts[0]
    expect(await read([cooldown(604_800)])).toMatchObject({ withdrawSeconds: 604_800 })
    expect(await read([cooldown(0)])).toMatchObject({ withdrawSeconds: 0 })
    expect(await read([])).toMatchObject({
      withdrawSeconds: null,
      gap: { why: 'reverted', facts: ['withdrawSeconds'] },
    })
  })
})

function id(number: number): Hex {
  return `0x${(number + 1).toString(16).padStart(64, '0')}`
}

/** A market in which one asset is a million shares, as when Morpho is new. */
function state(of: Hex, supplied: bigint, borrowed: bigint): Fact[] {
  const params =
    'function idToMarketParams(bytes32) view returns (address, address, address, address, uint256)'
  const share = 10n ** 6n
  return [
    says(MORPHO, params, [of], USDC, WSTETH, ORACLE, at(9), (86n * WAD) / 100n),
    says(
      MORPHO,
      MORPHO_MARKET,
      [of],
      ...[supplied, supplied * share, borrowed, borrowed * share, 1n, 0n],
    ),
  ]
}

function position(of: Hex, shares: bigint): Fact {
  const signature = 'function position(bytes32, address) view returns (uint256, uint128, uint128)'
  return says(MORPHO, signature, [of, VAULT], shares, 0n, 0n)
}

function vault(): Fact[] {
  return [
    says(VAULT, 'function totalAssets() view returns (uint256)', [], 1_000n),
    says(VAULT, 'function asset() view returns (address)', [], USDC),
    ...tokens(),
  ]
}

function metaMorpho(queue: Hex[], core = 'MORPHO'): Fact[] {
  return [
    ...vault(),
    says(VAULT, `function ${core}() view returns (address)`, [], MORPHO),
    says(VAULT, 'function withdrawQueueLength() view returns (uint256)', [], BigInt(queue.length)),
    ...queue.map((each, index) =>
      says(VAULT, 'function withdrawQueue(uint256) view returns (bytes32)', [BigInt(index)], each),
    ),
  ]
}

/** A Morpho Vault V2 whose one adapter is its liquidity. */
function adapters(data: Hex, ...facts: Fact[]): Fact[] {
  const none = (gate: string) => says(VAULT, `function ${gate}() view returns (address)`, [], at(0))
  return [
    ...vault(),
    holds(USDC, VAULT, 7n),
    says(VAULT, 'function liquidityAdapter() view returns (address)', [], ADAPTER),
    says(VAULT, 'function liquidityData() view returns (bytes)', [], data),
    says(VAULT, 'function adaptersLength() view returns (uint256)', [], 1n),
    says(VAULT, 'function adapters(uint256) view returns (address)', [0n], ADAPTER),
    none('sendSharesGate'),
    none('receiveAssetsGate'),
    ...facts,
  ]
}

function onMarket(id: Hex): [Hex, ...Fact[]] {
  return [
    '0x',
    says(ADAPTER, 'function morpho() view returns (address)', [], MORPHO),
    says(ADAPTER, 'function marketIdsLength() view returns (uint256)', [], 1n),
    says(ADAPTER, 'function marketIds(uint256) view returns (bytes32)', [0n], id),
    says(ADAPTER, 'function supplyShares(bytes32) view returns (uint256)', [id], 500n * 10n ** 6n),
    ...state(id, 1_000n, 950n),
  ]
}

/** Through a MetaMorpho vault that is a copy of the outer one. */
function onVault(): [Hex, ...Fact[]] {
  const inner = metaMorpho([FIRST]).map((fact) =>
    fact.to === VAULT ? { ...fact, to: INNER } : fact,
  )
  const held = 'function position(bytes32, address) view returns (uint256, uint128, uint128)'
  return [
    '0x',
    says(ADAPTER, 'function morphoVaultV1() view returns (address)', [], INNER),
    says(ADAPTER, 'function realAssets() view returns (uint256)', [], 400n),
    ...inner,
    says(INNER, 'function maxWithdraw(address) view returns (uint256)', [ADAPTER], 50n),
    says(MORPHO, held, [FIRST, INNER], 500n * 10n ** 6n, 0n, 0n),
    ...state(FIRST, 1_000n, 950n),
  ]
}

function tokens(): Fact[] {
  return [...isToken(USDC, 'USDC', 6), ...isToken(WSTETH, 'wstETH', 18)]
}

const common = { id: 'one', protocol: 'morpho-blue', source: 'test' }

function readMorpho(facts: readonly Fact[]) {
  return readAlone(morphoBlueMarkets(morphoEntry()), [...facts, ...tokens()])
}

function morphoEntry() {
  return morphoBlueEntry.parse({
    ...common,
    product: 'lending',
    driver: 'morpho-blue',
    morpho: MORPHO,
    multicall3: at(8),
    markets: [FIRST],
    tokens: [],
  })
}

function readVault(facts: readonly Fact[], cooldown = false) {
  return readAlone(vaultMarkets(vaultEntry(cooldown)), facts)
}

function vaultEntry(cooldown = false) {
  return erc4626Entry.parse({
    ...common,
    product: 'vault',
    driver: 'erc4626',
    vault: VAULT,
    cooldown,
  })
}
