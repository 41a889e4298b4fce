import { createTransport } from '../chains/evm/transport.ts'
import { loadEns } from '../chains/evm/viem.ts'
import { beforeAbort } from '../chains/nodes/before-abort.ts'
import { getScanChain } from '../chains/scan-chains.ts'
import { classifyInput, type WalletInput } from './names/classify-input.ts'
import { resolveEns } from './names/ens.ts'
import type { NameOutcome } from './names/outcome.ts'
import type { ScanDeps } from './scan-deps.ts'
import { refuse, type ScanRefusal } from './scan-outcome.ts'

export type ScannableWallet = Extract<WalletInput, { kind: 'evm' | 'solana' | 'tron' }>

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
  const given = classifyInput(input)
  if (given.kind !== 'name') return walletOf(given)
  await beforeAbort(loadNames(given.service), answer).catch(() => undefined)
  const outcome = await resolve(given, deps, begin())
  switch (outcome.status) {
    case 'resolved':
      return walletOf(classifyInput(outcome.owner))
    case 'invalid':
      return refuse('INVALID_REQUEST', outcome.reason)
    case 'not-found':
      return refuse('NOT_FOUND', outcome.reason)
    case 'failed':
      return refuse('NAME_RESOLUTION_FAILED', outcome.reason)
  }
}

function walletOf(input: WalletInput): ScannableWallet | ScanRefusal {
  switch (input.kind) {
    case 'evm':
    case 'solana':
    case 'tron':
      return input
    case 'invalid':
      return refuse('INVALID_REQUEST', input.reason)
    case 'unscannable':
      return refuse('UNPROCESSABLE', input.reason)
    case 'name':
      return refuse(
        'NAME_RESOLUTION_FAILED',
        'The name resolves to another name instead of an address.',
      )
  }
}

async function loadNames(service: 'ens' | 'sns'): Promise<void> {
  if (service === 'ens') {
    await loadEns()
    return
  }
  const [{ loadSolNames }] = await Promise.all([
    import('./solana/sns.ts'),
    import('./solana/wallet.ts'),
  ])
  await loadSolNames()
}

async function resolve(
  { service, name }: Extract<WalletInput, { kind: 'name' }>,
  deps: ScanDeps,
  signal: AbortSignal,
): Promise<NameOutcome<string>> {
  if (service === 'ens') {
    const chain = deps.chains.find(({ key }) => key === 'ethereum')
    const ethereum = createTransport({
      urls: chain?.urls ?? [],
      fetch: deps.fetch,
      deadline: signal,
      onFailure: deps.failuresOn?.(getScanChain('ethereum').name),
    })
    const { askGateway } = deps
    const access = { ethereum, signal, nowMs: deps.now() }
    return await resolveEns(name, { ...access, ...(askGateway && { askGateway }) })
  }
  try {
    const { resolveSolName } = await beforeAbort(import('./solana/wallet.ts'), signal)
    return await resolveSolName(name, deps, signal)
  } catch {
    return { status: 'failed', reason: 'The name service did not answer in time.' }
  }
}
