import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { withNodes } from '../../src/chains/wallet-nodes.ts'
import { parseHex } from '../../src/testing/wallet/evm/artifacts.ts'
import {
  answerBundle,
  callsIn,
  type FakeChain,
  isBundle,
} from '../../src/testing/wallet/evm/fake-chain.ts'
import { scannedEntries } from '../../src/wallet/evm/contracts/contract-list.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'
import { HOLDERS, replyOn } from './wallet-chain.ts'

const contractsOn = openContracts()

// The world of the wallet's bench: every node, the exchange and the prices, each answering after a latency, in a process of
// its own so that the work of nodes is not counted as the scan's. LATENCY [no-batches]. Sends its port to the process that forked
// it, and on each message what it was asked since the last one.
const LATENCY_MS = Number(process.argv[2] ?? 0)
const TAKES_BATCHES = process.argv[3] !== 'no-batches'

/** The minute of the current block. Answers are cached for a minute. */
let minute = 0

const chains = new Map<string, FakeChain>(
  withNodes({}).chains.map(({ key, chainId: id }) => {
    const reply = replyOn(key, scannedEntries(contractsOn(key)))
    return [key, { chainId: id, blockNumber: 20_000_000n, time: () => minute * 60, reply }]
  }),
)

export interface Asked {
  /** HTTP requests, and reads of contracts within them. */
  requests: number
  calls: number
  /** Requests that arrived when no other was open: those of one round are sent at the same time. */
  rounds: number
}
let asked: Record<string, Asked> = {}
/** Requests of each place that wait for their answer. */
const open = new Map<string, number>()

const hex = z.string().transform(parseHex)
const rpcSchema = z.object({
  id: z.unknown(),
  params: z.tuple([z.object({ to: hex.optional(), data: hex }), z.string()]),
})
type Rpc = z.infer<typeof rpcSchema>

interface Answer {
  body: string
  calls: number
}

/** Answers of nodes by question. They are cached, since the latency includes all work of a node, and one process plays all nodes. */
const answers = new Map<string, Answer>()

function cached(question: string, make: () => Answer): Answer {
  const thisMinute = Math.floor(Date.now() / 60_000)
  if (thisMinute !== minute) {
    minute = thisMinute
    answers.clear()
  }
  const known = answers.get(question)
  if (known) return known
  const made = make()
  answers.set(question, made)
  return made
}

function callsOf(chain: FakeChain, { id, params: [request] }: Rpc) {
  const { to, data } = request
  const target = { data, ...(to && { to }) }
  const { result, calls } =
    to === undefined || isBundle(target)
      ? { result: answerBundle(target, chain), calls: callsIn(target).length }
      : { result: chain.reply({ to, data }).data, calls: 1 }
  return { body: { jsonrpc: '2.0', id, result }, calls }
}

function nodeAnswer(key: string, text: string): Answer {
  const chain = chains.get(key)
  if (!chain) throw new Error(`No chain is called ${key}.`)
  const question: unknown = JSON.parse(text)
  if (!Array.isArray(question)) {
    const { body, calls } = callsOf(chain, rpcSchema.parse(question))
    return { body: JSON.stringify(body), calls }
  }
  if (!TAKES_BATCHES) {
    const error = { code: -32600, message: 'batches are not supported' }
    return { body: JSON.stringify({ jsonrpc: '2.0', id: null, error }), calls: 0 }
  }
  const all = z
    .array(rpcSchema)
    .parse(question)
    .map((each) => callsOf(chain, each))
  return {
    body: JSON.stringify(all.map(({ body }) => body)),
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
  }
}

function exchangeAnswer(text: string): unknown {
  const { type, user } = z
    .looseObject({ type: z.string(), user: z.string() })
    .parse(JSON.parse(text))
  const has = user in HOLDERS
  const position = {
    coin: 'ETH',
    szi: '1.0',
    leverage: { type: 'isolated', value: 5 },
    entryPx: '3000.0',
    liquidationPx: '2500.0',
    positionValue: '3100.0',
    unrealizedPnl: '100.0',
    marginUsed: '700.0',
  }
  const said: Record<string, unknown> = {
    clearinghouseState: {
      marginSummary: { accountValue: has ? '700.0' : '0.0' },
      assetPositions: has ? [{ position }] : [],
    },
    userAbstraction: 'default',
    spotClearinghouseState: { balances: has ? [{ coin: 'USDC', token: 0, total: '12.5' }] : [] },
    userVaultEquities: [],
    delegatorSummary: {
      delegated: has ? '10.0' : '0.0',
      undelegated: '0.0',
      totalPendingWithdrawal: '0.0',
    },
  }
  return said[type]
}

function pricesAnswer(path: string): unknown {
  const coins =
    decodeURIComponent(path.split('/current/')[1] ?? '')
      .split('?')[0]
      ?.split(',') ?? []
  const row = { price: 1, timestamp: Math.floor(Date.now() / 1_000), confidence: 0.99 }
  return { coins: Object.fromEntries(coins.map((coin) => [coin, row])) }
}

function answer(place: string, path: string, text: string): Answer {
  if (place === 'prices') return { body: JSON.stringify(pricesAnswer(path)), calls: 1 }
  if (place === 'exchange') return { body: JSON.stringify(exchangeAnswer(text)), calls: 1 }
  return cached(`${place} ${text}`, () => nodeAnswer(place, text))
}

const server = createServer(async (request, response) => {
  const due = pause(LATENCY_MS)
  const place = request.url?.split('/')[1] ?? ''
  const isRound = (open.get(place) ?? 0) === 0
  open.set(place, (open.get(place) ?? 0) + 1)
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const path = request.url ?? ''
  const { body, calls } = answer(place, path, Buffer.concat(parts).toString('utf8'))
  const soFar = asked[place] ?? { requests: 0, calls: 0, rounds: 0 }
  asked[place] = {
    requests: soFar.requests + 1,
    calls: soFar.calls + calls,
    rounds: soFar.rounds + (isRound ? 1 : 0),
  }
  await due
  open.set(place, (open.get(place) ?? 0) - 1)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 })
})
process.on('message', () => {
  process.send?.(asked)
  asked = {}
})
