import { describe, expect, test } from 'vitest'
import type { Call, Reply } from '../../src/chains/evm/call.ts'
import {
  type ContractList,
  parseContractList,
} from '../../src/wallet/evm/contracts/contract-list.ts'
import { at, type Fact, isToken, says } from '../../src/wallet/evm/drivers/fixtures/fake-chain.ts'
import { checkContracts } from './check.ts'

const UNDERLYING = 'function UNDERLYING_ASSET_ADDRESS() view returns (address)'
const RESERVE = 'function getReserveAddressById(uint16 id) view returns (address)'
const PROVIDER = 'function ADDRESSES_PROVIDER() view returns (address)'
const ASSET = 'function asset() view returns (address)'
const [POOL, DATA, USDC, A_USDC, V_USDC, VAULT] = [at(1), at(2), at(3), at(4), at(5), at(6)]

/** Contracts that say just what their list claims. */
const AGREEING: Fact[] = [
  says(POOL, PROVIDER, [], at(9)),
  says(DATA, PROVIDER, [], at(9)),
  says(POOL, RESERVE, [7], USDC),
  says(A_USDC, UNDERLYING, [], USDC),
  says(V_USDC, UNDERLYING, [], USDC),
  says(VAULT, ASSET, [], USDC),
  ...isToken(USDC, 'USDC', 6),
  ...isToken(VAULT, 'vUSDC', 18),
]

describe(checkContracts.name, () => {
  test('contracts that agree leave nothing to report', async () => {
    expect(await checkContracts(contracts(), ask(AGREEING))).toEqual([])
  })

  test.each([
    ['another symbol', isToken(USDC, 'USDC.e', 6), /is USDC.e with 6 decimals, not USDC with 6/],
    ['other decimals', isToken(USDC, 'USDC', 18), /with 18 decimals/],
    [
      'an aToken of another asset',
      [says(A_USDC, UNDERLYING, [], at(8))],
      /aToken of USDC: 0x0+8, not/,
    ],
    ['another reserve id', [says(POOL, RESERVE, [7], at(8))], /reserve 7/],
    ['a data provider of another pool', [says(DATA, PROVIDER, [], at(8))], /does not belong to/],
    ['a vault of another asset', [says(VAULT, ASSET, [], at(8))], /asset of the vault/],
  ])('%s is reported', async (_, facts, problem) => {
    const found = await checkContracts(contracts(), ask([...facts, ...AGREEING]))
    expect(found.join('\n')).toMatch(problem)
  })

  test('a contract that does not answer is reported, not skipped', async () => {
    const found = await checkContracts(contracts(), ask([]))
    expect(found.filter((line) => line.startsWith('aave'))).toHaveLength(5)
    expect(found.filter((line) => line.startsWith('vault'))).toHaveLength(3)
  })
})

function ask(facts: Fact[]) {
  return async (calls: Call[]): Promise<Reply[]> =>
    calls.map(
      ({ to, data }) =>
        facts.find((fact) => fact.to === to && fact.data === data)?.reply ?? { ok: false },
    )
}

function contracts(): ContractList {
  const usdc = { address: USDC, symbol: 'USDC', decimals: 6 }
  const common = { protocol: 'p', source: 'test' }
  const entries = [
    {
      ...common,
      id: 'aave',
      product: 'lending',
      driver: 'aave',
      version: 3,
      pool: POOL,
      dataProvider: DATA,
      assets: [{ ...usdc, id: 7, aToken: A_USDC, vToken: V_USDC }],
    },
    {
      ...common,
      id: 'vault',
      product: 'vault',
      driver: 'erc4626',
      vault: VAULT,
      share: { symbol: 'vUSDC', decimals: 18 },
      asset: usdc,
    },
  ]
  return parseContractList({ chain: 'base', chainId: 8453, generatedFrom: {}, entries }, 'base')
}
