import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { withNodes } from '../../src/chains/wallet-nodes.ts'
import { EMPTY_EXCHANGE } from '../../src/testing/wallet/empty-exchange.ts'
import { fakeNode } from '../../src/testing/wallet/evm/fake-chain.ts'
import { scannedEntries } from '../../src/wallet/evm/contracts/contract-list.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'
import { serveParent } from './child.ts'
import { replyOn } from './wallet-chain.ts'

// The world of the wallet's bench: every node, the exchange and the prices, each answering after a latency. LATENCY. Reports what it
// was asked since the last report.
const LATENCY_MS = Number(process.argv[2] ?? 0)

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

interface Answer {
  body: string
  calls: number
}

/** The minute of the current block. Answers of nodes are kept for a minute, since the latency includes all work of a node. */
let minute = 0
const answers = new Map<string, Answer>()

const contractsOn = openContracts()
const nodes = new Map<string, ReturnType<typeof fakeNode>>(
  withNodes({}).chains.map(({ key, chainId }) => {
    const reply = replyOn(key, scannedEntries(contractsOn(key)))
    return [key, fakeNode({ chainId, blockNumber: 20_000_000n, time: () => minute * 60, reply })]
  }),
)

async function nodeAnswer(key: string, text: string): Promise<Answer> {
  const now = Math.floor(Date.now() / 60_000)
  if (now !== minute) answers.clear()
  minute = now
  const question = `${key} ${text}`
  const kept = answers.get(question)
  if (kept) return kept
  const node = nodes.get(key)
  if (!node) throw new Error(`No chain is called ${key}.`)
  const response = await node.fetch('', { body: text })
  const calls = node.requests.splice(0).reduce((sum, request) => sum + request.calls.length, 0)
  const answer = { body: await response.text(), calls }
  answers.set(question, answer)
  return answer
}

function pricesAnswer(path: string): unknown {
  const [list = ''] = decodeURIComponent(path.split('/current/')[1] ?? '').split('?')
  const row = { price: 1, timestamp: Math.floor(Date.now() / 1_000), confidence: 0.99 }
  return { coins: Object.fromEntries(list.split(',').map((coin) => [coin, row])) }
}

async function answer(place: string, path: string, text: string): Promise<Answer> {
  if (place === 'prices') return { body: JSON.stringify(pricesAnswer(path)), calls: 1 }
  if (place !== 'exchange') return nodeAnswer(place, text)
  const { type } = z.looseObject({ type: z.string() }).parse(JSON.parse(text))
  return { body: JSON.stringify(EMPTY_EXCHANGE[type]), calls: 1 }
}

const server = createServer(async (request, response) => {
  const due = pause(LATENCY_MS)
  const path = request.url ?? ''
  const place = path.split('/')[1] ?? ''
  const isRound = (open.get(place) ?? 0) === 0
  open.set(place, (open.get(place) ?? 0) + 1)
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { body, calls } = await answer(place, path, Buffer.concat(parts).toString('utf8'))
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
serveParent(server, {}, () => {
  const report = asked
  asked = {}
  return report
})
