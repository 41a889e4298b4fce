import { createTransport } from '../chains/evm/transport.ts'
import { loadEns } from '../chains/evm/viem.ts'
import { beforeAbort } from '../chains/nodes/before-abort.ts'
import { getScanChain } from '../chains/scan-chains.ts'
import { classifyInput, type WalletInput } from './classify-input.ts'
import type { ScanRefusal } from './model/scan-outcome.ts'
import { resolveEns } from './names/ens.ts'
import type { NameOutcome } from './names/outcome.ts'
import type { ScanDeps } from './scan-deps.ts'

export type ScannableWallet = Extract<WalletInput, { kind: 'evm' | 'solana' | 'tron' }> & {
  /** The name that it was found by, as it was written. */
  resolvedFrom?: string
}

/** The refusal of an input, or of a name after its look-up. */
const CODE_OF = {
  invalid: 'INVALID_REQUEST',
  unscannable: 'UNPROCESSABLE',
  'not-found': 'NOT_FOUND',
  failed: 'NAME_RESOLUTION_FAILED',
} as const

/**
 * The wallet behind an address or a name, or why it cannot be scanned. `begin` starts the time limit of a look-up, after its
 * packages are loaded, so that the first name of a process does not lose time to loading. Never rejects.
 */
export async function findWallet(
  input: string,
  deps: ScanDeps,
  begin: () => AbortSignal,
  answer: AbortSignal,
): Promise<ScannableWallet | ScanRefusal> {
  let wallet = classifyInput(input)
  const isName = wallet.kind === 'name'
  if (wallet.kind === 'name') {
    const outcome = await beforeAbort(resolve(wallet, deps, begin), answer).catch(() => LATE)
    if (outcome.status !== 'resolved')
      return { kind: 'refused', code: CODE_OF[outcome.status], reason: outcome.reason }
    wallet = classifyInput(outcome.owner)
  }
  switch (wallet.kind) {
    case 'invalid':
    case 'unscannable':
      return { kind: 'refused', code: CODE_OF[wallet.kind], reason: wallet.reason }
    case 'name':
      return {
        kind: 'refused',
        code: CODE_OF.failed,
        reason: 'The name resolves to another name instead of an address.',
      }
    default:
      return isName ? { ...wallet, resolvedFrom: input } : wallet
  }
}

const LATE: NameOutcome<string> = {
  status: 'failed',
  reason: 'The name service did not answer in time.',
}

/** Rejects when the packages cannot be loaded, and for a `.sol` name when it is not resolved in time. */
async function resolve(
  { service, name }: Extract<WalletInput, { kind: 'name' }>,
  deps: ScanDeps,
  begin: () => AbortSignal,
): Promise<NameOutcome<string>> {
  if (service === 'sns') {
    const [{ loadSolNames }, { resolveSolName }] = await Promise.all([
      import('./solana/sns.ts'),
      import('./solana/wallet.ts'),
    ])
    await loadSolNames()
    return await resolveSolName(name, deps, begin())
  }
  await (deps.loadEns ?? loadEns)()
  const signal = begin()
  const ethereum = createTransport({
    urls: deps.chains.find(({ key }) => key === 'ethereum')?.urls ?? [],
    fetch: deps.fetch,
    deadline: signal,
    onFailure: deps.failuresOn?.(getScanChain('ethereum').name),
  })
  const { askGateway } = deps
  const access = { ethereum, signal, nowMs: deps.now() }
  return await resolveEns(name, { ...access, ...(askGateway && { askGateway }) })
}
