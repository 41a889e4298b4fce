import * as z from 'zod'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import {
  FAULTS,
  type FaultyNode,
  startFaultyNode,
  type Fault as WireFault,
} from './evm/faulty-node.ts'
import { MULTICALL3 } from './evm/rig.ts'
import { depsOf, type Key, nodeOn, type Place, urlOf, type World, worldOf } from './scan-world.ts'

export const KEYS = ['ethereum', 'arbitrum', 'base'] as const satisfies Key[]
const SERVED = [...KEYS, 'exchange', 'prices'] as const satisfies Place[]
type Served = (typeof SERVED)[number]

/** Ways in which a chain, or its node, can fail while the connection is sound. */
const CHAIN_FAULTS = [
  'wrong-chain',
  'calls-fail',
  'no-multicall3',
  'reorg',
  'dies-after-first-round',
] as const
type ChainFault = (typeof CHAIN_FAULTS)[number]
export type Fault = WireFault | ChainFault
export const faultSchema = z.enum([...FAULTS, ...CHAIN_FAULTS])

type Faults = Partial<Record<Served, Fault>>

interface Options {
  /** What befalls the only node of a chain, or the service. */
  faults?: Faults
  /** A second node for every chain, which is sound. */
  hasSecondNodes?: boolean
  /** Ends every URL, as a key does. */
  suffix?: string
  /** The time of each step of a scan while a server is silent. */
  silentStepMs?: number
  world?: World
}

export interface FaultyWorld {
  deps: ScanDeps
  servers: Record<Served, FaultyNode>
  stop: () => Promise<unknown>
}

/** More than servers of this process need, on a busy machine too. */
const LIMITS = limitsOf(4_000)
/** Little enough to wait for in vain. */
const SILENT_STEP_MS = 1_500
const SILENT: (Fault | undefined)[] = ['hang', 'headers-then-stall', 'slow-drip']

/** The invented world behind real sockets: every node and service is a server of its own, and may be faulty. */
export async function startFaultyWorld(options: Options = {}): Promise<FaultyWorld> {
  const {
    faults = {},
    hasSecondNodes = false,
    suffix = '',
    silentStepMs = SILENT_STEP_MS,
  } = options
  const world = options.world ?? worldOf({ hasVaults: true })
  const inner = depsOf(world).deps.fetch
  const serve = async (place: Served) => {
    const fault = faults[place] ?? null
    const sound = (path: string, init: RequestInit) => inner(`${urlOf(place)}${path}`, init)
    if (!isChainFault(fault)) {
      const server = await startFaultyNode(sound)
      server.fault = fault
      return server
    }
    const key = z.enum(KEYS).parse(place)
    return await startFaultyNode((_, init) => answerFaulty(fault, key, world, init))
  }
  const [ethereum, arbitrum, base, exchange, prices] = await Promise.all([
    serve('ethereum'),
    serve('arbitrum'),
    serve('base'),
    serve('exchange'),
    serve('prices'),
  ])
  const servers = { ethereum, arbitrum, base, exchange, prices }
  const spare = hasSecondNodes
    ? await Promise.all(KEYS.map((key) => startFaultyNode((_, init) => inner(urlOf(key), init))))
    : []
  const { deps } = depsOf(world)
  const isSilent = SERVED.some((place) => SILENT.includes(faults[place]))
  return {
    servers,
    deps: {
      ...deps,
      // A function of its own, since what is learnt of a URL is kept with it.
      fetch: (url, init) => fetch(url, init),
      chains: deps.chains.map((chain) => {
        const key = z.enum(KEYS).parse(chain.key)
        const second = spare[KEYS.indexOf(key)]
        const urls = [`${servers[key].url}${suffix}`, ...(second ? [second.url] : [])]
        return { ...chain, urls }
      }),
      hyperliquidUrl: `${exchange.url}${suffix}`,
      pricesUrl: `${prices.url}${suffix}`,
      limits: isSilent && !hasSecondNodes ? limitsOf(silentStepMs) : LIMITS,
    },
    stop: () => Promise.all([...Object.values(servers), ...spare].map((server) => server.stop())),
  }
}

function isChainFault(fault: Fault | null): fault is ChainFault {
  return CHAIN_FAULTS.some((each) => each === fault)
}

const requestSchema = z.looseObject({
  id: z.int(),
  params: z.tuple([z.looseObject({ to: z.string().optional() }), z.string()]),
})

async function answerFaulty(
  fault: ChainFault,
  key: Key,
  world: World,
  init: RequestInit,
): Promise<Response> {
  const wrong = fault === 'wrong-chain' ? 11_155_111 : undefined
  const failing: World = { ...world, reply: () => ({ ok: false, data: '0x' }) }
  const node = nodeOn(key, fault === 'calls-fail' ? failing : world, wrong)
  const one = async (body: unknown): Promise<unknown> => {
    const { id, params } = requestSchema.parse(body)
    const [{ to }, block] = params
    if (fault === 'no-multicall3' && to?.toLowerCase() === MULTICALL3) return { id, result: '0x' }
    if (fault === 'reorg' && block !== 'latest') {
      return { id, error: { code: -32000, message: 'header not found' } }
    }
    if (fault === 'dies-after-first-round' && block !== 'latest') {
      return { id, error: { code: -32603, message: 'internal error' } }
    }
    const answer = await node.fetch(urlOf(key), { ...init, body: JSON.stringify(body) })
    return await answer.json()
  }
  const body: unknown = JSON.parse(String(init.body))
  return Response.json(Array.isArray(body) ? await Promise.all(body.map(one)) : await one(body))
}

function limitsOf(ms: number) {
  return { namesMs: ms, chainsMs: ms, pricesMs: ms, answerMs: 15_000 }
}
