import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { isCurrent } from '../../chains/evm/block.ts'
import { type ChainTarget, decodeMulticall, encodeMulticall } from '../../chains/evm/multicall.ts'
import type { AnswerVerdict, CallTransport } from '../../chains/evm/transport.ts'
import { decodeReply, loadEns, toAddress } from '../../chains/evm/viem.ts'
import { hex } from '../../chains/hex.ts'
import { getScanChain } from '../../chains/scan-chains.ts'
import type { GatewayLookup } from './ccip-gateway.ts'

/** The largest reply that is read for a name; a look-up with its gateways has a few hundred bytes. */
const MAX_BYTES = 32 * 1024

/** `OffchainLookup(address,string[],bytes,bytes4,bytes)` (EIP-3668). */
const OFFCHAIN_LOOKUP = '0x556f1830'

/** The gateway that the client implements itself, with one request for each part of a batch (ENSIP-21). */
const BATCH_GATEWAY = 'x-batch-gateway:true'

// After its 4-byte selector, an error or a call is encoded like the results of a function.
const LOOKUP =
  'function lookup() returns (address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData)'

const BATCH = 'function batch() returns ((address sender, string[] urls, bytes data)[] queries)'

/** The Universal Resolver of ENS on Ethereum, the same address for every version (docs.ens.domains, "Universal Resolver"). */
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** Sends `eth_call` to nodes of Ethereum. */
export type Caller = Pick<CallTransport, 'call'>

/** The answer of the Universal Resolver. `address` is null for a name without one; `error` is the name of the error it reverted with. */
export type Resolution = { address: Address | null } | { error: string | null }

/** The name in the normal form of ENSIP-15, or null when it has none. */
export async function normalizeName(name: string): Promise<string | null> {
  const { normalize } = await loadEns()
  try {
    return normalize(name)
  } catch {
    return null
  }
}

/** A revert in the shape that viem recognises. */
class Revert extends Error {
  readonly code = 3
  readonly data: Hex

  constructor(data: Hex) {
    super('execution reverted')
    this.data = data
  }
}

/** Asks the Universal Resolver for the address of a normalised name. Rejects when no node or gateway gave a valid answer. */
export async function readEnsAddress(
  name: string,
  access: { ethereum: Caller; nowMs: number },
  gateway: (lookup: GatewayLookup) => Promise<Hex>,
): Promise<Resolution> {
  const viem = await loadEns()
  const { BaseError, ContractFunctionRevertedError } = viem
  const client = viem.createClient({
    transport: viem.custom(
      { request: (request: unknown) => answer(request, access) },
      { retryCount: 0 },
    ),
    ccipRead: { request: gateway },
  })
  try {
    const options = { name, strict: true, universalResolverAddress: UNIVERSAL_RESOLVER } as const
    const address = await viem.getEnsAddress(client, options)
    return { address: address === null ? null : toAddress(address) }
  } catch (error) {
    const revert =
      error instanceof BaseError &&
      error.walk((each) => each instanceof ContractFunctionRevertedError)
    if (!(revert instanceof ContractFunctionRevertedError)) throw error
    return { error: revert.data?.errorName ?? null }
  }
}

const ethCallRequest = z.object({
  method: z.literal('eth_call'),
  params: z.tuple([z.object({ to: z.string(), data: hex })]).rest(z.unknown()),
})

const ETHEREUM: ChainTarget = getScanChain('ethereum')

/**
 * Answers the requests of viem, which sends only `eth_call` here. The call goes through Multicall3, whose answer includes the chain id,
 * because a test chain can have a resolver at the same address with other owners, and the block time, because a node that is behind
 * may return a previous owner.
 */
async function answer(
  request: unknown,
  { ethereum, nowMs }: { ethereum: Caller; nowMs: number },
): Promise<Hex> {
  const [call] = ethCallRequest.parse(request).params
  const to = toAddress(call.to)
  if (to === null) throw new TypeError('viem requested a call to an invalid address.')
  const replyIn = (data: Hex) => decodeMulticall(ETHEREUM, 1, data)?.replies[0] ?? null
  const judge = (data: Hex): AnswerVerdict => {
    const bundled = decodeMulticall(ETHEREUM, 1, data)
    if (bundled === null) return 'refused'
    return isCurrent(bundled.block, ETHEREUM.maxLagSeconds, nowMs) ? 'accepted' : 'stale'
  }
  const outcome = await ethereum.call({
    request: encodeMulticall(ETHEREUM, [{ to, data: call.data }]),
    block: 'latest',
    accept: judge,
    doubtRevert: true,
  })
  const reply = outcome.kind === 'result' ? replyIn(outcome.data) : null
  if (reply === null) throw new Error(outcome.kind)
  if (!reply.ok) throw new Revert(checkRevert(reply.data))
  return checkReply(reply.data)
}

/**
 * The same bytes, if they are at most 32 KB; otherwise throws. The owner of a name can choose all bytes of a reply, and viem takes time
 * without limit for some of them: one name took 20 s of CPU time.
 */
function checkReply(data: Hex): Hex {
  if (data.length > 2 + 2 * MAX_BYTES)
    throw new Error(`The reply for the name has more than ${MAX_BYTES} bytes.`)
  return data
}

/**
 * As `checkReply`, for the revert data of the Universal Resolver. Also throws for a look-up that is not exactly as Solidity encodes it,
 * because viem decodes overlapping parts again and again, and for a batch within a batch, which viem follows to any depth.
 */
function checkRevert(data: Hex): Hex {
  checkReply(data)
  if (!data.startsWith(OFFCHAIN_LOOKUP)) return data
  const [, urls, callData] = decodeReply(LOOKUP, argumentsOf(data))
  if (!urls.includes(BATCH_GATEWAY)) return data
  const queries = decodeReply(BATCH, argumentsOf(callData))
  if (queries.some((query) => query.urls.includes(BATCH_GATEWAY))) {
    throw new Error('The name requests a batch of look-ups within a batch.')
  }
  return data
}

function argumentsOf(data: Hex): Hex {
  return `0x${data.slice(10)}`
}
