import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { decodeDeployless, encodeDeployless } from '../../../chains/evm/multicall.ts'
import { hex } from '../../../chains/hex.ts'
import type { Fact } from '../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { address } from '../../../wallet/model/entry-base.ts'
import { parseHex } from './artifacts.ts'
import { deployLocal, type Rig } from './rig.ts'

/** What a contract replied to some questions, to each the same; null for a revert. */
export const lensReads = z.strictObject({ to: address, data: z.array(hex), reply: hex.nullable() })
type LensReads = z.infer<typeof lensReads>

const ADD = 'function add(address asked, bytes[] questions, bytes reply)'
const CHAIN = { chainId: 1, maxLagSeconds: 300 }

/** Where no recorded contract stands, as one may at the first addresses that a local chain gives. */
const RECORDING: Address = '0x7ec07d7ec07d7ec07d7ec07d7ec07d7ec07d7ec0'

/** Puts contracts on a local chain that answer as the recorded ones did, and refuse everything else. */
export async function placeRecorded(rig: Rig, reads: readonly LensReads[]): Promise<void> {
  const deployed = await deployLocal(rig, 'recording.sol', 'Recording')
  await copyCode(rig, deployed, [RECORDING])
  const player = await deployLocal(rig, 'recording.sol', 'Player', 'address', [RECORDING])
  await copyCode(rig, player, new Set(reads.map(({ to }) => to)))
  for (const { to, data, reply } of reads)
    if (reply !== null) await rig.send(RECORDING, ADD, [to, data, reply])
}

/** The same of contracts that say this. */
export function placeFacts(rig: Rig, facts: readonly Fact[]): Promise<void> {
  return placeRecorded(
    rig,
    facts.map(({ to = RECORDING, data, reply }) => ({
      to,
      data: [data],
      reply: reply.ok ? reply.data : null,
    })),
  )
}

async function copyCode(rig: Rig, from: Address, places: Iterable<Address>): Promise<void> {
  const code = await rig.rpc('eth_getCode', [from, 'latest'])
  for (const to of places) await rig.rpc('anvil_setCode', [to, code])
}

/** What a lens answers on a local chain, run as a scan runs it. */
export async function askLens(rig: Rig, lens: Call): Promise<Reply> {
  const result = await rig.rpc('eth_call', [encodeDeployless(CHAIN, [lens]), 'latest'])
  const [reply] = decodeDeployless(CHAIN, 1, parseHex(z.string().parse(result)))?.replies ?? []
  if (reply === undefined) throw new Error('The lens did not run')
  return reply
}
