import path from 'node:path'
import { type AbiParameter, concatHex, encodeAbiParameters, parseAbiParameters } from 'viem'
import * as z from 'zod'
import type { Address, Hex } from '../../../chains/address.ts'
import {
  type ArgsOf,
  decodeReply,
  encodeCall,
  type ResultOf,
  toAddress,
} from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { parseHex } from './artifacts.ts'
import { compiledCode } from './compile.ts'

/** Anvil's own accounts: unlocked, each with 10,000 ETH. */
export const DEPLOYER: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const ALICE: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const BOB: Address = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
export const ZERO: Address = `0x${'0'.repeat(40)}`

export const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const TRANSACTION_GAS = '0x1c9c380'

const replySchema = z.looseObject({
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
})
const receiptSchema = z.looseObject({ status: z.string(), contractAddress: z.string().nullable() })
const codeSchema = z.string().transform(parseHex)

/** A local chain and the hands to build on it. Everything is sent by `DEPLOYER` unless said otherwise. */
export interface Rig {
  url: string
  rpc: (method: string, params: unknown[]) => Promise<unknown>
  deploy: (code: Hex, types?: string, args?: readonly unknown[], value?: bigint) => Promise<Address>
  send: <const S extends string>(
    to: Address,
    signature: S,
    args: ArgsOf<S>,
    from?: Address,
    value?: bigint,
  ) => Promise<void>
  read: <const S extends string>(to: Address, signature: S, args: ArgsOf<S>) => Promise<ResultOf<S>>
  stop: () => Promise<void>
}

/**
 * Starts anvil with Multicall3 at its usual address; `multicall3: false` leaves it out. Its time is that of this machine, or
 * goes on from `nowMs`.
 */
export async function startRig(
  options: { chainId?: number; args?: string[]; multicall3?: boolean; nowMs?: number } = {},
): Promise<Rig> {
  const { nowMs, args = [] } = options
  const time = nowMs === undefined ? [] : ['--timestamp', String(Math.floor(nowMs / 1000))]
  const rig = connect(await startAnvil({ ...options, args: [...args, ...time] }))
  if (options.multicall3 ?? true) await placeMulticall3(rig)
  return rig
}

function connect(anvil: Anvil): Rig {
  const rpc = async (method: string, params: unknown[]): Promise<unknown> => {
    const response = await fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = replySchema.parse(await response.json())
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  // Mining follows a millisecond or two after the transaction was taken.
  const mined = async (hash: unknown, tries = 1000): Promise<z.infer<typeof receiptSchema>> => {
    const receipt = await rpc('eth_getTransactionReceipt', [hash])
    if (receipt !== null || tries === 0) return receiptSchema.parse(receipt)
    await new Promise((resolve) => setTimeout(resolve, 2))
    return mined(hash, tries - 1)
  }
  const transact = async (what: { to?: Address; data: Hex; from?: Address; value?: bigint }) => {
    const value = `0x${(what.value ?? 0n).toString(16)}`
    const hash = await rpc('eth_sendTransaction', [
      { from: DEPLOYER, gas: TRANSACTION_GAS, ...what, value },
    ])
    const receipt = await mined(hash)
    if (receipt.status !== '0x1')
      throw new Error(`reverted: ${what.data.slice(0, 10)} at ${what.to}`)
    return receipt
  }
  return {
    url: anvil.url,
    stop: anvil.stop,
    rpc,
    deploy: async (code, types = '', args = [], value = 0n) => {
      const parameters: readonly AbiParameter[] = types === '' ? [] : parseAbiParameters(types)
      const receipt = await transact({
        data: concatHex([code, encodeAbiParameters(parameters, args)]),
        value,
      })
      const address = toAddress(receipt.contractAddress ?? '')
      if (address === null) throw new Unreadable('deployed nothing')
      return address
    },
    send: async (to, signature, args, from = DEPLOYER, value = 0n) => {
      await transact({ to, data: encodeCall(signature, args), from, value })
    },
    read: async (to, signature, args) => {
      const data = encodeCall(signature, args)
      return decodeReply(
        signature,
        codeSchema.parse(await rpc('eth_call', [{ to, data }, 'latest'])),
      )
    },
  }
}

/** viem does not export this code: running it with eth_call returns the code that stands on the real chains. */
async function placeMulticall3(rig: Rig): Promise<void> {
  const file = import.meta.resolve('viem').replace('index.js', 'constants/contracts.js')
  const { multicall3Bytecode } = z
    .looseObject({ multicall3Bytecode: z.string() })
    .parse(await import(file))
  const runtime = await rig.rpc('eth_call', [{ data: multicall3Bytecode }, 'latest'])
  await rig.rpc('anvil_setCode', [MULTICALL3, runtime])
}

/** A contract of `contracts/`, by file and name. */
export function deployLocal(
  rig: Rig,
  file: string,
  name: string,
  types?: string,
  args?: readonly unknown[],
): Promise<Address> {
  const code = compiledCode(path.join(import.meta.dirname, 'contracts', file), name)
  return rig.deploy(code, types, args)
}

/** An ERC-20 that anyone may mint. */
export function deployToken(rig: Rig, symbol: string, decimals = 18): Promise<Address> {
  return deployLocal(rig, 'tokens.sol', 'Token', 'string, string, uint8', [
    symbol,
    symbol,
    decimals,
  ])
}

export function mint(rig: Rig, token: Address, to: Address, value: bigint): Promise<void> {
  return rig.send(token, 'function mint(address to, uint256 value)', [to, value])
}

const APPROVE = 'function approve(address, uint256) returns (bool)'

export function approve(rig: Rig, token: Address, spender: Address, from: Address): Promise<void> {
  return rig.send(token, APPROVE, [spender, 2n ** 256n - 1n], from)
}

/** An ERC-4626 vault of OpenZeppelin. To raise its rate, mint the asset to the vault. */
export function deployVault(rig: Rig, asset: Address, symbol: string): Promise<Address> {
  const args = [asset, symbol, symbol]
  return deployLocal(rig, 'tokens.sol', 'Vault', 'address, string, string', args)
}

export function deploySanctionsList(rig: Rig): Promise<Address> {
  return deployLocal(rig, 'tokens.sol', 'SanctionsList')
}

/** A price feed with 8 decimals. */
export function deployFeed(rig: Rig, usd: number): Promise<Address> {
  const answer = BigInt(Math.round(usd * 1e8))
  return deployLocal(rig, 'tokens.sol', 'Feed', 'uint8, int256', [8, answer])
}
