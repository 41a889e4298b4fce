import {
  type ProgramReader,
  type ProgramReading,
  readPrograms,
} from '../../../wallet/solana/program-reader.ts'
import { connectSolana } from '../../../wallet/solana/web3.ts'
import type { SvmRpc } from './svm-rpc.ts'

/** What one reader finds for an owner on this node, which has no token accounts, and the searches it took. */
export async function readProgram(
  { url, calls }: SvmRpc,
  reader: ProgramReader,
  owner: string,
): Promise<ProgramReading & { searches: number; requests: number }> {
  calls.clear()
  const deadline = AbortSignal.timeout(4500)
  const chain = await connectSolana({ nowMs: Date.now(), urls: [url], fetch, deadline })
  const wallet = { ...chain, owner, tokens: async () => new Map<string, bigint>() }
  const [reading] = await readPrograms([reader], wallet)
  if (reading === undefined) throw new Error('the reader gave no reading')
  return { ...reading, searches: calls.get('getProgramAccounts') ?? 0, requests: chain.requests() }
}
