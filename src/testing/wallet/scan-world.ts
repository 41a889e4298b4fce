import { encodeAbiParameters, encodeErrorResult, parseAbi, parseAbiParameters } from 'viem'
import type { Address, Hex } from '../../chains/address.ts'
import type { Call } from '../../chains/evm/call.ts'
import type { BundledReply } from '../../chains/evm/multicall.ts'
import { type WalletScanResult, walletScanResult } from '../../contract/wallet-scan.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import type { ScanOutcome } from '../../wallet/model/scan-outcome.ts'
import { createPriceCache } from '../../wallet/prices/cache.ts'
import { SANCTION_ORACLES } from '../../wallet/sanctions/oracle.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { EMPTY_EXCHANGE } from './empty-exchange.ts'
import { fakeNode } from './evm/fake-chain.ts'
import { scoreOf, tokenAt } from './portfolios.ts'

export const NOW = Date.UTC(2026, 10, 21, 12)
export const OWNER: Address = `0x${'a1'.repeat(20)}`
const RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** What becomes of a request: an answer, an error, or silence that does not even hear a signal. */
export type Health = 'ok' | 'dead' | 'silent'

const EVM = [
  { key: 'ethereum', chainId: 1, name: 'Ethereum', maxLagSeconds: 120, token: 1 },
  { key: 'arbitrum', chainId: 42161, name: 'Arbitrum', maxLagSeconds: 120, token: 2 },
  { key: 'base', chainId: 8453, name: 'Base', maxLagSeconds: 120, token: 3 },
] as const
export type Key = (typeof EVM)[number]['key']
export const PLACES = ['ethereum', 'arbitrum', 'base', 'exchange', 'prices', 'solana'] as const
export type Place = (typeof PLACES)[number]

/** An invented world: three chains with one staked token each, of which the owner holds ten of two dollars. */
export interface World {
  health: Record<Place, Health>
  /** Whole tokens on every chain. */
  balance: bigint
  isSanctioned: boolean
  /** What ENS says of any name: an address, none, an error, or that a gateway knows. */
  name: Address | 'none' | 'error' | 'gateway'
  /** Where the gateways of names are. */
  gateways: readonly string[]
  /** Tokens that have no price. */
  unpriced: readonly string[]
  /** What stands at the token of Arbitrum does not answer as a token. */
  isBroken: boolean
  /** On every chain a vault beside the staked token, for which it takes a second round to read it. */
  hasVaults: boolean
  /** How many seconds old the block is at which the node of a chain stands. */
  lag: Partial<Record<Key, number>>
  /** What contracts say that are not as the others; null for those that are. */
  reply: (call: Call, key: Key) => BundledReply | null
}

export function worldOf(
  change: Partial<Omit<World, 'health'>> = {},
  ill: Partial<World['health']> = {},
) {
  const health = {
    ethereum: 'ok',
    arbitrum: 'ok',
    base: 'ok',
    exchange: 'ok',
    prices: 'ok',
    solana: 'dead',
    ...ill,
  } as const
  return {
    balance: 10n,
    isSanctioned: false,
    name: OWNER,
    gateways: ['https://gateway.example/{data}'],
    unpriced: [],
    isBroken: false,
    hasVaults: false,
    lag: {},
    reply: () => null,
    ...change,
    health,
  } satisfies World
}

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const ERRORS = parseAbi([
  'error ResolverNotFound(bytes name)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extra)',
])

function nameReply({ name, gateways }: World): BundledReply {
  if (name === 'error') return { ok: false, data: '0x' }
  if (name === 'none')
    return {
      ok: false,
      data: encodeErrorResult({ abi: ERRORS, errorName: 'ResolverNotFound', args: ['0x'] }),
    }
  if (name === 'gateway') {
    const args = [RESOLVER, gateways, '0x', '0x00000000', '0x'] as const
    return {
      ok: false,
      data: encodeErrorResult({ abi: ERRORS, errorName: 'OffchainLookup', args }),
    }
  }
  const record = encodeAbiParameters(parseAbiParameters('address'), [name])
  return {
    ok: true,
    data: encodeAbiParameters(parseAbiParameters('bytes, address'), [record, OWNER]),
  }
}

function replyOn(key: Key, world: World) {
  return (call: Call): BundledReply => {
    const { to } = call
    const special = world.reply(call, key)
    if (special) return special
    if (to === RESOLVER) return nameReply(world)
    const isOracle = SANCTION_ORACLES.some(({ address }) => address === to)
    if (isOracle) return { ok: true, data: word(world.isSanctioned ? 1n : 0n) }
    if (key === 'arbitrum' && world.isBroken) return { ok: false, data: '0x01' }
    return { ok: true, data: word(world.balance) }
  }
}

function pricesAnswer(url: string, { unpriced }: World): Response {
  const asked = url.replace(/^.*current\/|\?.*$/g, '').split(',')
  const coins = asked.filter((coin) => !unpriced.some((token) => coin.endsWith(token)))
  const row = { price: 2, timestamp: NOW / 1000, confidence: 0.99, decimals: 0 }
  return Response.json({ coins: Object.fromEntries(coins.map((coin) => [coin, row])) })
}

function entriesOf(key: Key, token: number, { hasVaults }: World) {
  const held = { address: tokenAt(token), symbol: `T${token}`, decimals: 0 }
  const asset = { address: tokenAt(token + 20), symbol: `A${token}`, decimals: 0 }
  const vault = { driver: 'erc4626', vault: tokenAt(token + 10), asset }
  const rest = { source: 'test' }
  return [
    {
      ...rest,
      id: 'it',
      protocol: protocolOn(key),
      product: 'lst',
      driver: 'holding',
      token: held,
    },
    ...(hasVaults
      ? [{ ...rest, id: 'vault', protocol: vaultOn(key), product: 'vault', ...vault }]
      : []),
  ]
}

export function vaultOn(key: Key): string {
  return `vault-of-${key}`
}

export function protocolOn(key: Key): string {
  return `stake-of-${key}`
}

/** The node of one chain, which may report the id of another. */
export function nodeOn(key: Key, world: World, chainId = idOf(key)) {
  const time = () => NOW / 1000 - (world.lag[key] ?? 0)
  return fakeNode({ chainId, blockNumber: 7n, time, reply: replyOn(key, world) })
}

function idOf(key: Key): number {
  const chain = EVM.find((each) => each.key === key)
  if (!chain) throw new Error(`${key} is not in this world`)
  return chain.chainId
}

/** The answer of a scan, which must be one that may be published. */
export async function answerOf(scan: Promise<ScanOutcome>): Promise<WalletScanResult> {
  const outcome = await scan
  if (outcome.kind !== 'scanned') throw new Error(`${outcome.code}: ${outcome.reason}`)
  return walletScanResult.parse(outcome.result)
}

/** More than anything here needs that answers at all, on a busy machine too. */
export const PATIENT = { namesMs: 8_000, chainsMs: 8_000, pricesMs: 8_000, answerMs: 20_000 }

export const SHORT = { namesMs: 200, chainsMs: 400, pricesMs: 200, answerMs: 120_000 }

/** Everything that a scan of this world needs, and what was asked of it. */
export function depsOf(world: World, change: Partial<ScanDeps> = {}) {
  const asked: string[] = []
  const nodes = new Map(EVM.map(({ key }) => [String(key), nodeOn(key, world)]))
  const answer = (place: string, url: string, init: RequestInit) => {
    if (place === 'prices') return Promise.resolve(pricesAnswer(url, world))
    if (place === 'exchange') {
      const { type }: Record<string, string> = JSON.parse(String(init.body))
      return Promise.resolve(Response.json(EMPTY_EXCHANGE[type ?? '']))
    }
    const node = nodes.get(place)
    return node ? node.fetch(url, init) : Promise.reject(new Error(`nobody is at ${url}`))
  }
  const fetch: ScanDeps['fetch'] = (url, init) => {
    const place = PLACES.find((each) => url.startsWith(urlOf(each)))
    if (place === undefined) return Promise.reject(new Error(`nobody is at ${url}`))
    asked.push(place)
    const health = world.health[place]
    if (health === 'silent') return new Promise(() => {})
    if (health === 'dead') return Promise.resolve(new Response('busy', { status: 503 }))
    return answer(place, url, init)
  }
  const deps: ScanDeps = {
    fetch,
    now: () => NOW,
    chains: EVM.map(({ token: _, ...chain }) => ({ ...chain, urls: [urlOf(chain.key)] })),
    contracts: (key) => {
      const chain = EVM.find((each) => each.key === key)
      if (!chain) throw new Error(`${key} is not in this world`)
      const entries = entriesOf(chain.key, chain.token, world)
      return parseContractList(
        { chain: key, chainId: chain.chainId, generatedFrom: {}, entries },
        key,
      )
    },
    solana: { urls: [urlOf('solana')], providers: [] },
    hyperliquidUrl: urlOf('exchange'),
    pricesUrl: urlOf('prices'),
    priceCache: createPriceCache(),
    sanctions: {
      source: 'ofac',
      asOf: '2026-11-20',
      evm: new Set([tokenAt(99)]),
      others: new Set(),
    },
    scores: new Map([scoreOf(protocolOn('ethereum'), 2), scoreOf(protocolOn('base'), 4)]),
    // What is silent is waited for.
    limits: Object.values(world.health).includes('silent') ? SHORT : PATIENT,
    ...change,
  }
  return { deps, asked }
}

export function urlOf(place: Place): string {
  return `https://${place}.example`
}
