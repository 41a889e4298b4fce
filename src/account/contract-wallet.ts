import type { Hex } from '../chains/address.ts'
import { createRpcBatch } from '../chains/evm/rpc-batch.ts'
import { toAddress } from '../chains/evm/viem.ts'
import { createHedge } from '../chains/nodes/hedge.ts'
import type { NoteFailure } from '../chains/nodes/node-failures.ts'
import type { Fetch } from '../chains/nodes/read-body.ts'
import type { ChainWithNodes } from '../chains/wallet-nodes.ts'
import { PlimsollError } from '../domain/errors.ts'
import { encodeSignatureCheck } from './viem.ts'

/**
 * Whether the contract at an address of a chain accepts a signature of a text; null when the operator chose no node of the chain. Rejects with `UPSTREAM_UNREACHABLE` when no node
 * answers, which is not a wrong signature.
 */
export type VerifyContractWallet = (
  chainId: number,
  address: string,
  text: string,
  signature: Hex,
) => Promise<boolean | null>

export interface ContractWalletOptions {
  /** The EVM chains and their nodes, as the wallet scan has them. */
  chains: readonly ChainWithNodes[]
  fetch: Fetch
  /** Called for each node that failed. */
  onFailure?: NoteFailure
  /** For the answer of all nodes of the chain together; three seconds. */
  deadlineMs?: number
}

const DEADLINE_MS = 3_000

const VALID = '0x01'
const INVALID = '0x00'

/**
 * Asks the nodes of the chain, in one request each: its id, and a call that runs the validator of ERC-6492 without deploying it. It
 * asks the contract by ERC-1271 `isValidSignature`, after running the factory that the signature names if there is no contract yet
 * (eips.ethereum.org/EIPS/eip-6492). The nodes that the operator chose are trusted; public ones are not asked, since one that lies could
 * sign anyone in.
 */
export function createContractWalletVerifier(options: ContractWalletOptions): VerifyContractWallet {
  const { chains, fetch, onFailure, deadlineMs = DEADLINE_MS } = options
  return async (chainId, address, text, signature) => {
    const chain = chains.find((each) => each.chainId === chainId)
    const signer = toAddress(address)
    if (!chain?.isChosen || signer === null) return null
    const data = encodeSignatureCheck(signer, text, signature)
    const hedge = createHedge({
      urls: chain.urls,
      deadline: AbortSignal.timeout(deadlineMs),
      timeoutMs: deadlineMs,
      onFailure,
    })
    const expected = [[`0x${chainId.toString(16)}`], [VALID, INVALID]]
    const [id, call] = await createRpcBatch(hedge, fetch).ask(
      [
        { method: 'eth_chainId', params: [] },
        { method: 'eth_call', params: [{ data }, 'latest'] },
      ],
      (value, at) => expected[at]?.includes(String(value)) ?? false,
    )
    if (id?.kind === 'value' && call?.kind === 'value') return call.value === VALID
    if (id?.kind === 'value' && call?.kind === 'reverted') return false
    throw new PlimsollError('UPSTREAM_UNREACHABLE', `The node of ${chain.name} did not answer.`)
  }
}
