import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Address } from '../../chains/address.ts'
import { getScanChain } from '../../chains/scan-chains.ts'
import { toTron } from '../../chains/tron-address.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import { at, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { describeOnAnvil } from './evm/on-anvil.ts'
import { placeFacts } from './evm/recorded-contracts.ts'
import { ALICE, BOB, DEPLOYER, deployToken, MULTICALL3, mint, type Rig } from './evm/rig.ts'
import { answerOf, depsOf, PATIENT, worldOf } from './scan-world.ts'

const TRON = getScanChain('tron')
const URL = 'https://tron.example/jsonrpc'
const MILLION = 10n ** 6n

const request = z.looseObject({
  id: z.unknown(),
  params: z.tuple([z.looseObject({ to: z.string().optional() }), z.string()]),
})

/**
 * Refuses what a Tron node refuses: any block but the newest, and a call without a contract (tronprotocol/java-tron,
 * TronJsonRpcImpl.getCall; tronprotocol/documentation-en, docs/api/json-rpc.md).
 */
function asTronNode(rig: Rig): ScanDeps['fetch'] {
  const answer = async (one: unknown): Promise<unknown> => {
    const { id, params } = request.parse(one)
    const message = refusal(params)
    if (message !== null) return { jsonrpc: '2.0', id, error: { code: -32602, message } }
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(one) }
    return await (await fetch(rig.url, init)).json()
  }
  return async (_, init) => {
    const body: unknown = JSON.parse(String(init.body))
    return Response.json(await (Array.isArray(body) ? Promise.all(body.map(answer)) : answer(body)))
  }
}

function refusal([call, block]: [{ to?: string | undefined }, string]): string | null {
  if (block !== 'latest') return 'QUANTITY not supported, just support TAG as latest'
  return call.to === undefined ? 'invalid address' : null
}

describeOnAnvil('a Tron wallet', { chainId: TRON.chainId }, (rig) => {
  let usdt: Address
  let staked: Address
  let wrapped: Address
  let deps: ScanDeps

  beforeAll(async () => {
    const code = await rig.rpc('eth_getCode', [MULTICALL3, 'latest'])
    await rig.rpc('anvil_setCode', [TRON.multicall3, code])
    await rig.rpc('anvil_setCode', [MULTICALL3, '0x'])
    usdt = await deployToken(rig, 'USDT', 6)
    staked = await deployToken(rig, 'sTRX', 18)
    wrapped = await deployToken(rig, 'WTRX', 6)
    const [comptroller, dollar, native, oracle] = [at(0x101), at(0x102), at(0x103), at(0x104)]
    const snapshot = (
      market: Address,
      owner: Address,
      shares: bigint,
      debt: bigint,
      rate: bigint,
    ) => says(market, 'getAccountSnapshot', [owner], 0n, shares, debt, rate)
    await placeFacts(rig, [
      says(comptroller, 'getAllMarkets', [], [dollar, native]),
      says(comptroller, 'getAssetsIn', [ALICE], [dollar, native]),
      // What the collateral covers at 80 %, less the debt.
      says(comptroller, 'getAccountLiquidity', [ALICE], 0n, 600n * 10n ** 18n, 0n),
      says(comptroller, 'oracle', [], oracle),
      says(oracle, 'getUnderlyingPrice', [dollar], 10n ** 30n),
      says(oracle, 'getUnderlyingPrice', [native], 10n ** 29n),
      says(dollar, 'underlying', [], usdt),
      snapshot(dollar, ALICE, 5_000n * MILLION, 0n, 2n * 10n ** 17n),
      snapshot(native, ALICE, 0n, 2_000n * MILLION, 10n ** 18n),
      ...[BOB, DEPLOYER].flatMap((owner) => [
        says(comptroller, 'getAssetsIn', [owner], []),
        says(comptroller, 'getAccountLiquidity', [owner], 0n, 0n, 0n),
        ...[dollar, native].map((market) => snapshot(market, owner, 0n, 0n, 10n ** 18n)),
      ]),
    ])
    await mint(rig, staked, ALICE, 7n * 10n ** 18n)
    await mint(rig, wrapped, ALICE, 3n * MILLION)
    await rig.rpc('anvil_setBalance', [ALICE, '0x4c4b40'])

    const common = { source: 'test', protocol: 'justlend' }
    const entries = [
      {
        ...common,
        id: 'justlend',
        product: 'lending',
        driver: 'compound-v2',
        comptroller,
        native: {
          market: native,
          token: { address: wrapped, symbol: 'WTRX', decimals: 6 },
        },
      },
      {
        ...common,
        id: 'strx',
        product: 'lst',
        driver: 'holding',
        token: { address: staked, symbol: 'sTRX', decimals: 18 },
      },
    ]
    const world = depsOf(worldOf())
    const node = asTronNode(rig)
    deps = {
      ...world.deps,
      now: Date.now,
      limits: PATIENT,
      chains: [...world.deps.chains, { ...TRON, urls: [URL] }],
      contracts: (key) =>
        key === 'tron'
          ? parseContractList(
              { chain: key, chainId: TRON.chainId, generatedFrom: {}, entries },
              key,
            )
          : world.deps.contracts(key),
      fetch: (url, init) => (url === URL ? node(url, init) : world.deps.fetch(url, init)),
      sanctions: {
        source: 'ofac',
        asOf: new Date().toISOString().slice(0, 10),
        evm: new Set(),
        others: new Set([toTron(DEPLOYER)]),
      },
    }
  }, 60_000)

  const scan = (address: string) => answerOf(scanWallet(address, deps))

  test('is read on Tron alone, in rounds at the newest block, with the addresses of Tron', async () => {
    const owner = toTron(ALICE)
    const result = await scan(owner)
    expect(result.address).toBe(owner)
    expect(result.coverage).toMatchObject([
      {
        chain: 'Tron',
        status: 'ok',
        protocols: [{ id: 'justlend', status: 'failed', reason: 'price' }],
      },
    ])
    const [lending, stake] = [...result.positions].sort((a, b) =>
      a.product.localeCompare(b.product),
    )
    expect(lending?.legs).toMatchObject([
      { role: 'supply', token: toTron(usdt), symbol: 'USDT', amount: '1000', collateral: true },
      { role: 'borrow', symbol: 'WTRX', amount: '2000' },
    ])
    // 1,000 USDT at 0.8 against 2,000 at 0.1 US dollars.
    expect(lending?.healthFactor).toBeCloseTo(4, 6)
    expect(stake?.receiptToken).toBe(toTron(staked))
    // The stake is a position, and the node of this world is asked for no price of these.
    const [coin, token, ...others] = result.holdings
    expect([coin, token].map((each) => [each?.token, each?.symbol, each?.amount])).toEqual([
      [null, 'TRX', '5'],
      [toTron(wrapped), 'WTRX', '3'],
    ])
    expect(others).toEqual([])
  })

  test('holds nothing that an EVM wallet of the same bytes is asked for', async () => {
    const { coverage } = await scan(ALICE)
    expect(coverage.map(({ chain }) => chain)).not.toContain('Tron')
  })

  test('is screened by the list, in its own form', async () => {
    expect(await scan(toTron(DEPLOYER))).toMatchObject({
      positions: [],
      sanctions: { status: 'listed' },
    })
    expect(await scan(toTron(BOB))).toMatchObject({ sanctions: { status: 'clear' } })
  })

  test('with a wrong checksum is a typing error', async () => {
    const outcome = await scanWallet('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', deps)
    expect(outcome).toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('that cannot be read is unavailable, not empty', async () => {
    const down: ScanDeps['fetch'] = () => Promise.resolve(new Response('busy', { status: 503 }))
    const outcome = await scanWallet(toTron(BOB), { ...deps, fetch: down })
    expect(outcome).toMatchObject({ code: 'DATA_UNAVAILABLE' })
  })
})
