import {
  type ProgramReader,
  type ProgramReading,
  readPrograms,
} from '../../../wallet/solana/program-reader.ts'
import { scanSolana } from '../../../wallet/solana/scan.ts'
import { connectSolana } from '../../../wallet/solana/web3.ts'
import type { SvmRpc } from './svm-rpc.ts'
import { tokenList } from './token-list.ts'

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

/** What a scan with these readers alone finds for an owner on this node, and what it took beside the search for stake accounts. */
export async function scanPrograms(
  { url, calls }: SvmRpc,
  programs: readonly ProgramReader[],
  owner: string,
  nowMs = Date.now(),
) {
  const before = calls.get('getProgramAccounts') ?? 0
  const signal = AbortSignal.timeout(4500)
  const chain = await connectSolana({ nowMs, urls: [url], fetch, deadline: signal })
  const scan = await scanSolana(owner, { chain, tokenList, providers: [], programs, signal })
  const searches = (calls.get('getProgramAccounts') ?? 0) - before - 1
  return { ...scan, searches, requests: chain.requests() }
}
