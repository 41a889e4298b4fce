import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { isCurrent } from '../../chains/evm/block.ts'
import { type ChainTarget, decodeMulticall, encodeMulticall } from '../../chains/evm/multicall.ts'
import type { AnswerVerdict, CallTransport } from '../../chains/evm/transport.ts'
import { loadEns, toAddress } from '../../chains/evm/viem.ts'
import { hex } from '../../chains/hex.ts'
import { getScanChain } from '../../chains/scan-chains.ts'
import type { GatewayLookup } from './ccip-gateway.ts'
import { checkReply, checkRevert } from './revert.ts'

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
