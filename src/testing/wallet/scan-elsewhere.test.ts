import { beforeAll, describe, expect, test } from 'vitest'
import type { WalletPosition } from '../../contract/wallet-scan.ts'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { EXCHANGE } from './named/exchange.ts'
import { plantSolana, type SolanaHoldings } from './named/solana.ts'
import { answerOf, depsOf, NOW, OWNER, PATIENT, urlOf, worldOf } from './scan-world.ts'
import { invented } from './solana/accounts.ts'
import { useSvm } from './solana/svm-rpc.ts'

const legsIn = ({ legs }: WalletPosition) =>
  legs.map(({ role, amount, symbol }) => `${role} ${amount} ${symbol}`)

function allAtTwoDollars(url: string): Response {
  const coins = url.replace(/^.*current\/|\?.*$/g, '').split(',')
  const row = { price: 2, timestamp: NOW / 1000, confidence: 1 }
  return Response.json({ coins: Object.fromEntries(coins.map((coin) => [coin, row])) })
}

const scan = (address: string, deps: ScanDeps) => answerOf(scanWallet(address, deps))
type Result = Awaited<ReturnType<typeof scan>>

test('a scan finds positions, balances, vaults and a stake at Hyperliquid', async () => {
  const { deps } = depsOf(worldOf({ balance: 0n }))
  const call: ScanDeps['fetch'] = async (url, init) => {
    if (url.startsWith(urlOf('prices'))) return allAtTwoDollars(url)
    if (!url.startsWith(urlOf('exchange'))) return await deps.fetch(url, init)
    const { type }: Record<string, string> = JSON.parse(String(init.body))
    return Response.json(EXCHANGE[type ?? ''])
  }
  const { positions: found } = await scan(OWNER, { ...deps, fetch: call, limits: PATIENT })
  expect(found.map((each) => [each.protocolSlug, each.product, legsIn(each).join()])).toEqual(
    expect.arrayContaining([
      ['hyperliquid', 'perp', ''],
      ['hyperliquid', 'perp', 'margin 1013.246837 USDC'],
      ['hyperliquid-spot-orderbook', 'vault', 'supply 14.625485 USDC'],
      ['hyperliquid', 'vault', 'supply 742.082809 USDC'],
      ['hyperliquid', 'staking', 'stake 12063.16529862 HYPE'],
    ]),
  )
  expect(found).toHaveLength(5)
  const [perp] = found.filter(({ ref }) => ref === 'ETH')
  expect(perp?.perp).toMatchObject({ side: 'short', sizeUsd: 1500.25, leverage: 20 })
})

describe('receipt tokens and a stake on Solana', () => {
  const owner = invented(1)
  const rpc = useSvm(NOW)
  let planted: SolanaHoldings
  let result: Result
  beforeAll(async () => {
    planted = await plantSolana(rpc, owner)
    const world = depsOf(worldOf()).deps
    const call: ScanDeps['fetch'] = async (url, init) =>
      url.startsWith(urlOf('prices')) ? allAtTwoDollars(url) : await fetch(rpc.url, init)
    result = await scan(owner, { ...world, fetch: call, limits: PATIENT })
  }, 30_000)

  test('each is found once, with its protocol, token and amount, and nothing beside them', () => {
    const rows = result.positions.map((each) => [each.protocolSlug, legsIn(each).join()])
    expect(rows.sort()).toEqual([
      ['jito-liquid-staking', 'stake 3.600000001 SOL'],
      ['jupiter-lend', 'supply 55.000001 USDC'],
      ['jupiter-perpetual-exchange', 'stake 6.000001 JLP'],
      ['marinade-liquid-staking', 'stake 5.15422303 SOL'],
      ['sanctum-infinity', 'stake 7.262338775 SOL'],
      ['solana-native-stake', 'stake 7 SOL'],
    ])
    const [native] = result.positions.filter(({ protocolSlug }) => protocolSlug.includes('native'))
    expect(native).toMatchObject({ ref: planted.stake, market: planted.validator })
    expect(result.coverage.map(({ chain, status }) => [chain, status])).toEqual([['Solana', 'ok']])
  })
})
