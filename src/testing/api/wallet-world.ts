import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { encodeAbiParameters, encodeErrorResult, parseAbi, parseAbiParameters } from 'viem'
import type { Address, Hex } from '../../chains/address.ts'
import type { Call } from '../../chains/evm/call.ts'
import type { BundledReply } from '../../chains/evm/multicall.ts'
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { readWalletSettings, type WalletSettings } from '../../config/wallet.ts'
import { SANCTION_ORACLES } from '../../wallet/sanctions/oracle.ts'
import { EMPTY_EXCHANGE } from '../wallet/empty-exchange.ts'
import { fakeNode } from '../wallet/evm/fake-chain.ts'
import { CLOCK, clockAccount } from '../wallet/solana/clock.ts'
import { listen } from './local-redis.ts'
import { plausibleZeros } from './plausible-zero.ts'

/** The one account that holds anything: wrapped staked ether on Base. */
export const HOLDER: Address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
export const HELD = { protocol: 'lido', chain: 'Base', amount: '2.5', priceUsd: 3_000 }

const TOKEN: Address = '0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452'
const AMOUNT = 25n * 10n ** 17n
const RESOLVER: Address = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** What becomes of a request: an answer, an error, or silence. */
type Health = 'ok' | 'dead' | 'silent'

const CHAINS = SCAN_CHAINS.map(({ key }) => key)
export type Place = (typeof CHAINS)[number] | 'solana' | 'exchange' | 'prices'
/** All that a scan of an EVM account can see something at. */
export const SIGHTS: readonly Place[] = [...CHAINS, 'exchange']

/** Settings of scans that read a few of the chains, which takes a fifth of the time. */
export function settingsOfFewChains({ env }: WalletWorld): WalletSettings {
  const settings = readWalletSettings(env)
  const few: string[] = ['ethereum', 'base', 'polygon', 'bnb'] satisfies Place[]
  const chains = settings.nodes.chains.filter(({ key }) => few.includes(key))
  return { ...settings, nodes: { ...settings.nodes, chains } }
}

/** The nodes, the exchange and the prices that wallet scans look at, played by one server. */
export interface WalletWorld {
  /** The variables that lead a host to it. */
  env: Record<string, string>
  /** Runs the work while these places are ill. */
  while: <T>(health: Health, places: readonly Place[], work: () => Promise<T>) => Promise<T>
  /** How many requests it was asked in all, and how many are waiting for an answer. */
  counts: () => { asked: number; open: number }
  stop: () => Promise<void>
}

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const ZEROS = plausibleZeros()
const EMPTY_LIST: Hex = `${word(32n)}${'0'.repeat(64)}`
const NOT_FOUND = encodeErrorResult({
  abi: parseAbi(['error ResolverNotFound(bytes name)']),
  errorName: 'ResolverNotFound',
  args: ['0x'],
})

/** `missing.eth` has no address, `broken.eth` resolves to invalid data, any other name to the holder. */
function nameReply({ data }: Call): BundledReply {
  const says = (label: string) => data.includes(Buffer.from(label).toString('hex'))
  if (says('missing')) return { ok: false, data: NOT_FOUND }
  if (says('broken')) return { ok: false, data: '0x' }
  const record = encodeAbiParameters(parseAbiParameters('address'), [HOLDER])
  const answer = encodeAbiParameters(parseAbiParameters('bytes, address'), [record, RESOLVER])
  return { ok: true, data: answer }
}

function reply(call: Call): BundledReply {
  if (call.to === RESOLVER) return nameReply(call)
  if (SANCTION_ORACLES.some(({ address }) => address === call.to)) {
    return { ok: true, data: word(0n) }
  }
  const isHeld = call.to === TOKEN && call.data.includes(HOLDER.slice(2))
  const nothing = ZEROS.get(call.data.slice(0, 10)) ?? EMPTY_LIST
  return { ok: true, data: isHeld ? word(AMOUNT) : nothing }
}

/** A Solana where every account is empty and no name is taken. */
function solanaAnswer(request: unknown, nowMs: number): unknown {
  if (Array.isArray(request)) return request.map((each) => solanaAnswer(each, nowMs))
  const { id, method, params } = Object(request)
  const [addresses] = Array.isArray(params) ? params : []
  const accounts = (at: unknown) => (at === CLOCK ? clockAccount(7, nowMs / 1000) : null)
  const value = method === 'getMultipleAccounts' ? addresses.map(accounts) : []
  const result = { context: { slot: 7 }, value }
  return { jsonrpc: '2.0', id, result }
}

/** `now` is the clock of the host: prices are of that time. */
export async function startWalletWorld(now: () => number): Promise<WalletWorld> {
  const ill = new Map<string, Health>()
  let asked = 0
  let open = 0
  const nodes = new Map<string, ReturnType<typeof fakeNode>>(
    SCAN_CHAINS.map(({ key, chainId }) => [
      key,
      fakeNode({ chainId, blockNumber: 7n, time: () => Math.floor(now() / 1000), reply }),
    ]),
  )
  const answer = async (place: string, url: string, body: string): Promise<unknown> => {
    if (place === 'prices') return pricesAnswer(url, now())
    const request = JSON.parse(body)
    if (place === 'exchange') return EMPTY_EXCHANGE[request.type]
    if (place === 'solana') return solanaAnswer(request, now())
    const response = await nodes.get(place)?.fetch(url, { body })
    return await response?.json()
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/'
    const place = url.split('/')[1] ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const health = ill.get(place) ?? 'ok'
    if (health === 'silent') return
    if (health === 'dead') {
      response.writeHead(503).end('busy')
      return
    }
    const said = await answer(place, url, Buffer.concat(chunks).toString())
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(said))
  }
  const server = createServer((request, response) => {
    asked += 1
    open += 1
    response.on('close', () => {
      open -= 1
    })
    serve(request, response).catch(() => response.destroy())
  })
  const base = `http://127.0.0.1:${await listen(server)}`
  const nodesOf = [...CHAINS, 'solana'].map((key) => [
    `WALLET_RPC_${key.toUpperCase()}`,
    `${base}/${key}`,
  ])
  return {
    env: {
      ...Object.fromEntries(nodesOf),
      DEFILLAMA_COINS_URL: `${base}/prices`,
      HYPERLIQUID_URL: `${base}/exchange`,
    },
    while: async (health, places, work) => {
      for (const place of places) ill.set(place, health)
      try {
        return await work()
      } finally {
        ill.clear()
      }
    },
    counts: () => ({ asked, open }),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function pricesAnswer(url: string, nowMs: number): unknown {
  const coins = decodeURIComponent(url)
    .replace(/^.*current\/|\?.*$/g, '')
    .split(',')
  const row = { price: HELD.priceUsd, timestamp: Math.floor(nowMs / 1000), confidence: 0.99 }
  return { coins: Object.fromEntries(coins.map((coin) => [coin, row])) }
}
