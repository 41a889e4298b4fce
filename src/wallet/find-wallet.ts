import type { Address } from '../chains/address.ts'
import { createTransport } from '../chains/evm/transport.ts'
import { loadEns, toAddress } from '../chains/evm/viem.ts'
import { beforeAbort } from '../chains/nodes/before-abort.ts'
import { getScanChain } from '../chains/scan-chains.ts'
import { fromTron } from '../chains/tron-address.ts'
import { readWalletForm } from '../contract/wallet-address.ts'
import type { ScanRefusal } from './model/scan-outcome.ts'
import { resolveEns } from './names/ens.ts'
import type { NameOutcome } from './names/outcome.ts'
import type { ScanDeps } from './scan-deps.ts'

/** What the caller asked to scan. `reason` says what is wrong with the input, without repeating it. */
export type WalletInput =
  | { kind: 'evm'; owner: Address }
  | { kind: 'solana'; owner: string }
  /** `owner` as people write it, `account` as nodes and contracts do. */
  | { kind: 'tron'; owner: string; account: Address }
  | { kind: 'name'; service: 'ens' | 'sns'; name: string }
  /** 400: neither an address nor a name. */
  | { kind: 'invalid'; reason: string }
  /** 422: a valid address that is not a wallet. */
  | { kind: 'unscannable'; reason: string }

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
 * The kind of an input, by its form alone. An EVM address is returned in lower case; it may be all lower case, all upper case or have
 * the EIP-55 checksum. A wrong checksum is invalid, because it is probably a typo. Names keep their spelling; the resolver validates
 * them.
 */
export function classifyInput(input: string): WalletInput {
  const form = readWalletForm(input)
  switch (form.kind) {
    case 'evm': {
      const isUpper = !/[a-f]/.test(input)
      const owner = toAddress(isUpper ? input.toLowerCase() : input)
      if (owner !== null) return { kind: 'evm', owner }
      return { kind: 'invalid', reason: 'has upper and lower case that do not fit its checksum' }
    }
    case 'tron': {
      const account = fromTron(input)
      if (account !== null) return { kind: 'tron', owner: input, account }
      return {
        kind: 'invalid',
        reason: 'looks like a Tron address, but its checksum is wrong',
      }
    }
    case 'solana':
      return { kind: 'solana', owner: input }
    case 'name':
      return { ...form, name: input }
    default:
      return form
  }
}

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
  await loadEns()
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
