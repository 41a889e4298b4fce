import words from '../../content/account-words.json' with { type: 'json' }
import { isSolanaChain, property, type SolanaFeatures } from './find-wallets.ts'
import { SignInError } from './problems.ts'
import type { Signer } from './signer.ts'

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const SIGNATURE_BYTES = 64
const MAX_MESSAGE_BYTES = 16_384

/**
 * Signs with a Solana wallet. `solana:signIn` shows the reader what is signed, but the wallet composes the text: where it is not
 * exactly the one of the service, or the wallet cannot do it, the text is signed by `solana:signMessage`.
 */
export function solanaSigner(features: SolanaFeatures): Signer {
  let account: object = {}
  return {
    connect: async () => {
      const solana = await solanaAccount(features)
      account = solana
      return { kind: 'solana', address: solana.address }
    },
    sign: async ({ message, signIn }) => {
      const bytes = new TextEncoder().encode(message)
      const signed =
        (signIn && (await signedBySignIn(features, signIn, bytes))) ??
        (await features.signMessage?.({ account, message: bytes }))
      const signature = signatureOf(signed, bytes)
      if (signature) return signature
      throw new SignInError(words.signing.otherText)
    },
  }
}

/** The account that the reader chooses in the wallet. Throws a `SignInError` where there is none. */
export async function solanaAccount({
  connect,
}: Pick<SolanaFeatures, 'connect'>): Promise<{ address: string }> {
  const accounts = property(await connect(), 'accounts')
  const solana = Array.isArray(accounts) ? accounts.find(isSolanaAccount) : undefined
  if (solana) return solana
  throw new SignInError(words.signing.noSolanaAccount)
}

function isSolanaAccount(account: unknown): account is { address: string } {
  const address = property(account, 'address')
  const chains = property(account, 'chains')
  const isSolana = Array.isArray(chains) && chains.some(isSolanaChain)
  return isSolana && typeof address === 'string' && ADDRESS.test(address)
}

/** The output of `solana:signIn`; null where the wallet cannot do it, or wrote another text and can sign ours instead. */
async function signedBySignIn(
  { signIn, signMessage }: SolanaFeatures,
  input: object,
  bytes: Uint8Array,
): Promise<unknown> {
  if (!signIn) return null
  const signed = await signIn(input)
  return signatureOf(signed, bytes) === null && signMessage ? null : signed
}

/** The signature in a list of one output, base64; null unless it is of these bytes. */
function signatureOf(outputs: unknown, bytes: Uint8Array): string | null {
  const output: unknown = Array.isArray(outputs) ? outputs[0] : undefined
  const message = bytesFrom(property(output, 'signedMessage'), MAX_MESSAGE_BYTES)
  const signature = bytesFrom(property(output, 'signature'), SIGNATURE_BYTES)
  const isOurs = message?.length === bytes.length && message.every((byte, at) => byte === bytes[at])
  return isOurs && signature?.length === SIGNATURE_BYTES
    ? btoa(String.fromCharCode(...signature))
    : null
}

/** The bytes that a wallet answered; null for anything else. Extensions may answer with the array of another realm. */
function bytesFrom(value: unknown, most: number): Uint8Array | null {
  const isArray = ArrayBuffer.isView(value) || Array.isArray(value)
  if (!isArray) return null
  const bytes = Uint8Array.from(value as unknown as ArrayLike<number>)
  return bytes.length <= most ? bytes : null
}
