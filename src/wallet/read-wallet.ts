import { beforeAbort } from '../chains/nodes/before-abort.ts'
import type { Deadlines } from '../chains/nodes/deadlines.ts'
import { SOLANA } from '../chains/scan-chains.ts'
import type { ScannableWallet } from './find-wallet.ts'
import type { ScanRefusal } from './model/scan-outcome.ts'
import type { WalletReading } from './model/wallet-reading.ts'
import { type EvmDeps, readEvmWallet } from './read-evm-wallet.ts'
import type { SolanaDeps } from './solana/provider.ts'

/** What a wallet holds on the chains of its kind. Refuses an account of Solana that is not a wallet. Never rejects. */
export async function readWallet(
  wallet: ScannableWallet,
  deps: EvmDeps & SolanaDeps,
  deadlines: Deadlines,
): Promise<WalletReading | ScanRefusal> {
  if (wallet.kind !== 'solana') return readEvmWallet(wallet, deps, deadlines)
  const { step, answer } = deadlines
  try {
    // Loaded for its own addresses only, because its packages are large.
    const solana = import('./solana/wallet.ts')
    const reading = solana.then(({ readSolanaWallet }) =>
      readSolanaWallet(wallet.owner, deps, step),
    )
    return await beforeAbort(reading, answer)
  } catch {
    const status = answer.aborted ? 'timeout' : 'unavailable'
    return {
      findings: [],
      holdings: [],
      coverage: [{ chain: SOLANA.name, status, block: null, protocols: [] }],
    }
  }
}
