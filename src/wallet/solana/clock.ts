import { accountsAnswer, COMMITMENT } from './accounts.ts'
import { RpcFailure } from './failure.ts'
import type { Rpc } from './rpc.ts'

/** A slot, and seconds since 1970 by the clock of the chain. */
export interface SolanaBlock {
  slot: number
  time: number
}

/** The account in which Solana keeps its clock: slot, three numbers of its epochs, and the time (sysvar `Clock`). */
const CLOCK = 'SysvarC1ock11111111111111111111111111111111'
const CLOCK_OWNER = 'Sysvar1111111111111111111111111111111111111'
const CLOCK_BYTES = 40

/** The newest slot and its time. Throws `RpcFailure`. */
export async function getClock({ ask }: Rpc): Promise<SolanaBlock> {
  const config = { commitment: COMMITMENT, encoding: 'base64' }
  const block = readClock(await ask('getMultipleAccounts', [[CLOCK], config]))
  if (block === null) throw new RpcFailure('rpc-error', 'The node returned no valid clock account.')
  return block
}

/** The clock in a result of `getMultipleAccounts` for it alone; null for any other result. */
export function readClock(result: unknown): SolanaBlock | null {
  const parsed = accountsAnswer.safeParse(result)
  const [account, ...others] = parsed.data?.value ?? []
  if (!account || others.length > 0 || account.owner !== CLOCK_OWNER) return null
  const data = Buffer.from(account.data[0], 'base64')
  if (data.byteLength !== CLOCK_BYTES) return null
  const [slot, time] = [Number(data.readBigUInt64LE(0)), Number(data.readBigInt64LE(32))]
  const isSound = Number.isSafeInteger(slot) && time > 0 && time < 2 ** 33
  return isSound ? { slot, time } : null
}
