import type { Finding } from '../model/finding.ts'
import type { Kind } from '../model/kinds.ts'
import { attempt, type SolanaReason } from './outcome.ts'
import type { SolanaChain } from './web3.ts'

/** Finds positions that a program keeps in accounts of its own, without a receipt token in the wallet. */
export interface ProgramReader extends PositionReader {
  /** What it finds there. */
  reads: readonly Kind[]
  /** The test beside it that shows it. */
  proof: string
}

/** What a scan needs of it. */
export interface PositionReader {
  /** Protocols whose positions it finds, as in `Finding.protocol`. */
  protocols: readonly string[]
  /** It reads more of them than a provider reports, which is then used only where it fails. */
  isBetter?: true
  /**
   * The owner's positions. A reader that finds nothing sends one question, at most two. Throws `RpcFailure` when a node failed, and
   * `Unreadable` when an account is not what the program's layout says; then all of its protocols count as not read.
   */
  read(wallet: ProgramWallet): Promise<Finding[]>
}

/** A wallet, and the chain it is read on. */
export interface ProgramWallet
  extends Pick<
    SolanaChain,
    'accounts' | 'programAccounts' | 'derivedAddress' | 'isDerived' | 'block'
  > {
  owner: string
  /** What the wallet holds of every mint, spam too, in the smallest unit; zero where its account is empty. Throws when it could not be read. */
  tokens(): Promise<ReadonlyMap<string, bigint>>
}

/** What one reader found, or why it failed. */
export interface ProgramReading {
  protocols: readonly string[]
  findings: Finding[]
  failure: SolanaReason | null
  isBetter?: true
}

/** Reads all programs at the same time. Never throws: a reader that fails finds nothing and says why. */
export function readPrograms(
  readers: readonly PositionReader[],
  wallet: ProgramWallet,
): Promise<ProgramReading[]> {
  return Promise.all(
    readers.map(async ({ protocols, read, isBetter }) => {
      const outcome = await attempt(() => read(wallet))
      const reading = { protocols, ...(isBetter && { isBetter }) }
      return outcome.ok
        ? { ...reading, findings: outcome.value, failure: null }
        : { ...reading, findings: [], failure: outcome.reason }
    }),
  )
}
