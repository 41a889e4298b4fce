import { type SandboxWallets, sandboxWallets } from '../../../contract/sandbox-wallet.ts'
import { classifyInput, type WalletInput } from '../../../wallet/classify-input.ts'
import type { ScanOutcome, ScanRefusal } from '../../../wallet/model/scan-outcome.ts'
import { INVALID_ENS_NAME, readEnsName } from '../../../wallet/names/ens.ts'
import { INVALID_SOL_NAME, readSolName } from '../../../wallet/solana/sol-name.ts'

const refuse = (code: ScanRefusal['code'], reason: string): ScanRefusal => ({
  kind: 'refused',
  code,
  reason,
})

type Name = Extract<WalletInput, { kind: 'name' }>

/**
 * Scans an invented wallet of the sandbox. Validates addresses and names with the code for live ones, so that both refuse the
 * same inputs; outcomes come from `sandbox/wallet.json`. Rejects when that document does not match its schema.
 */
export async function scanSandboxWallet(input: string, document: unknown): Promise<ScanOutcome> {
  const wallets = sandboxWallets.parse(document)
  const given = classifyInput(input)
  switch (given.kind) {
    case 'invalid':
      return refuse('INVALID_REQUEST', given.reason)
    case 'unscannable':
      return refuse('UNPROCESSABLE', given.reason)
    case 'tron':
      return refuse('UNPROCESSABLE', 'The sandbox has no wallets on Tron.')
    case 'name':
      return scanName(given, input, wallets)
    default:
      return scanAddress(given, wallets)
  }
}

async function scanName(given: Name, input: string, wallets: SandboxWallets): Promise<ScanOutcome> {
  const name = await normalName(given)
  if (name === null) {
    return refuse('INVALID_REQUEST', given.service === 'ens' ? INVALID_ENS_NAME : INVALID_SOL_NAME)
  }
  switch (wallets.names[name]) {
    case 'not-found':
      return refuse('NOT_FOUND', 'The name has no address record.')
    case 'failed':
      return refuse('NAME_RESOLUTION_FAILED', 'The name service did not answer in time.')
  }
  const address = classifyInput(wallets.resolvesTo[given.service])
  if (address.kind !== 'evm' && address.kind !== 'solana') {
    throw new Error('data/sandbox/wallet.json: resolvesTo must contain addresses.')
  }
  const outcome = scanAddress(address, wallets)
  return outcome.kind === 'scanned'
    ? { ...outcome, result: { ...outcome.result, resolvedFrom: input } }
    : outcome
}

async function normalName({ service, name }: Name): Promise<string | null> {
  if (service === 'ens') return await readEnsName(name)
  const label = readSolName(name)
  return label === null ? null : `${label}.sol`
}

function scanAddress(
  { kind, owner: address, ...rest }: Extract<WalletInput, { kind: 'evm' | 'solana' }>,
  { scans, addresses }: SandboxWallets,
): ScanOutcome {
  const which = addresses[address] ?? 'usual'
  const byKind: Partial<Record<typeof which, SandboxWallets['scans']['solana']['usual']>> =
    scans[kind]
  const scan = byKind[which]
  return scan
    ? { kind: 'scanned', result: { address, ...rest, ...scan } }
    : refuse('DATA_UNAVAILABLE', 'None of the chains could be read just now.')
}
