import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import { SOLANA } from '../../chains/scan-chains.ts'
import { publishedBlock } from '../model/coverage.ts'
import type { ScanRefusal } from '../model/scan-outcome.ts'
import type { WalletReading } from '../model/wallet-reading.ts'
import type { NameOutcome } from '../names/outcome.ts'
import { bundledTokens } from './bundled-tokens.ts'
import { PROGRAM_READERS } from './program-readers.ts'
import type { SolanaDeps } from './provider.ts'
import { scanSolana } from './scan.ts'
import { resolveSol } from './sns.ts'
import { connectSolana } from './web3.ts'

const CHAIN = SOLANA.name

/** What a Solana address holds, refused when it is not a wallet. Load this module only for Solana, because its packages are large. */
export async function readSolanaWallet(
  owner: string,
  { solana, fetch, now, failuresOn }: SolanaDeps,
  step: AbortSignal,
): Promise<WalletReading | ScanRefusal> {
  const chain = await connectSolana({
    urls: solana.urls,
    fetch,
    deadline: step,
    nowMs: now(),
    onFailure: failuresOn?.(CHAIN),
  })
  const { kind, status, block, findings, held, protocols } = await scanSolana(owner, {
    chain,
    tokenList: solana.tokenList ?? bundledTokens(),
    providers: solana.providers,
    programs: PROGRAM_READERS,
    signal: step,
  })
  if (kind !== 'wallet') {
    const reason = `The address is a ${kind.replace('-', ' ')}, not a wallet, and cannot be scanned.`
    return { kind: 'refused', code: 'UNPROCESSABLE', reason }
  }
  const newest = block && publishedBlock({ number: block.slot, time: block.time })
  return {
    findings: findings.map((finding) => ({ chain: CHAIN, finding })),
    holdings: held.map((each) => ({ chain: CHAIN, held: each })),
    coverage: [{ chain: CHAIN, status, block: newest, protocols }],
  }
}

/** The owner of a `.sol` name. Rejects when the signal fires. */
export async function resolveSolName(
  name: string,
  { solana, fetch, now, failuresOn }: SolanaDeps,
  signal: AbortSignal,
): Promise<NameOutcome<string>> {
  const chain = await connectSolana({
    urls: solana.urls,
    fetch,
    deadline: signal,
    nowMs: now(),
    onFailure: failuresOn?.(CHAIN),
  })
  return await beforeAbort(resolveSol(name, chain), signal)
}
