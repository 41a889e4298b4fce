import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import type { Deadlines } from '../../chains/nodes/deadlines.ts'
import { SOLANA } from '../../chains/scan-chains.ts'
import { publishedBlock } from '../model/coverage.ts'
import type { WalletReading } from '../model/wallet-reading.ts'
import type { NameOutcome } from '../names/outcome.ts'
import { bundledTokens } from './bundled-tokens.ts'
import type { SolanaKind } from './classify.ts'
import { PROGRAM_READERS } from './program-readers.ts'
import type { SolanaDeps } from './provider.ts'
import { scanSolana } from './scan.ts'
import { resolveSol } from './sns.ts'
import { connectSolana } from './web3.ts'

const CHAIN = SOLANA.name

export interface SolanaReading extends WalletReading {
  /** `wallet` when the account could not be read. */
  kind: SolanaKind
}

/** What a Solana address holds. Never rejects. Load this module only for Solana, because its packages are large. */
export async function readSolanaWallet(
  owner: string,
  { solana, fetch, now, failuresOn }: SolanaDeps,
  { step, answer }: Deadlines,
): Promise<SolanaReading> {
  const chain = await connectSolana({
    urls: solana.urls,
    fetch,
    deadline: step,
    nowMs: now(),
    onFailure: failuresOn?.(CHAIN),
  })
  const options = {
    chain,
    tokenList: solana.tokenList ?? bundledTokens(),
    providers: solana.providers,
    programs: PROGRAM_READERS,
    signal: step,
  }
  const scan = await beforeAbort(scanSolana(owner, options), answer).catch(() => null)
  return {
    kind: scan?.kind ?? 'wallet',
    findings: (scan?.findings ?? []).map((finding) => ({ chain: CHAIN, finding })),
    coverage: [
      {
        chain: CHAIN,
        status: scan?.status ?? 'timeout',
        block: scan?.block
          ? publishedBlock({ number: scan.block.slot, time: scan.block.time })
          : null,
        protocols: scan?.protocols ?? [],
      },
    ],
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
