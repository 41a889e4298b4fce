import { readWalletForm } from '../../contract/wallet-address.ts'
import { scanPath } from './ask.ts'

/** Prefix of every key of the sandbox. */
const SANDBOX_PREFIX = 'dpk_test_'

export function isSandboxKey(key: string): boolean {
  return key.startsWith(SANDBOX_PREFIX)
}

/** What is wrong with what was entered, in a sentence each, by the code of the API; null where nothing is. */
export function checkForm(address: string, key: string) {
  return { address: addressProblem(address), key: keyProblem(key) }
}

function addressProblem(address: string): string | null {
  if (address === '') return 'Enter an address or a name.'
  const form = readWalletForm(address)
  if (form.kind === 'invalid') return `This ${form.reason}.`
  return form.kind === 'unscannable' ? form.reason : null
}

function keyProblem(key: string): string | null {
  return /^[\x21-\x7e]*$/.test(key)
    ? null
    : 'A key has letters, digits and underscores only. Check what was pasted.'
}

/** The chains that are asked about an address; null for the sandbox, which asks none. */
export function chainsAsked(
  address: string,
  key: string,
  chains: { evm: readonly string[]; solana: readonly string[]; tron: readonly string[] },
): readonly string[] | null {
  if (isSandboxKey(key)) return null
  const form = readWalletForm(address)
  if (form.kind === 'tron') return chains.tron
  const isSolana = form.kind === 'solana' || (form.kind === 'name' && form.service === 'sns')
  return isSolana ? chains.solana : chains.evm
}

/** The address in the fragment `#address=…` of a link; empty without one. */
export function addressOf(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('address')?.slice(0, 255).trim() ?? ''
}

export function fragmentFor(address: string): string {
  return `#${new URLSearchParams({ address })}`
}

/** The request for a shell. A key of one's own is not written out: screens are shared and printed. */
export function curlFor(origin: string, address: string, key: string): string {
  const shown = isSandboxKey(key) ? `'X-API-Key: ${key}'` : '"X-API-Key: $PLIMSOLL_KEY"'
  return `curl -s -H ${shown} '${origin}${scanPath(address).replaceAll("'", '%27')}'`
}
