import type { Hex } from '../chains/address.ts'
import { hex } from '../chains/hex.ts'
import { decodeAddress } from '../wallet/solana/base58.ts'
import type { VerifyContractWallet } from './contract-wallet.ts'
import { AccountRefusal } from './refusal.ts'
import type { SignInMessage } from './sign-in-message.ts'
import { signerOf } from './viem.ts'
import { ethereumWallet, solanaWallet } from './wallet.ts'

/** Half the order of secp256k1: a signature with a greater s is the mirror image of another (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const KEY_PAIR_BYTES = 65

/** 64 bytes in base64, with nothing in the bits that are left over. */
const SOLANA_SIGNATURE = /^[A-Za-z0-9+/]{85}[AQgw]==$/

/** The wallet that signed a message, as in `AccountRecord`. Throws a `AccountRefusal` when it is not the one that the message names. */
export function verifySignature(
  message: SignInMessage,
  text: string,
  signature: string,
  verifyContractWallet: VerifyContractWallet | null,
): Promise<string> {
  return message.kind === 'ethereum'
    ? verifyEthereum(message, text, signature, verifyContractWallet)
    : verifySolana(message.address, text, signature)
}

/**
 * A signature of a key pair is checked here. Any other may be that of a contract, which only its chain can check.
 * What recovers to the address never gets there: the validator of ERC-6492 recovers too, and would make a second account.
 */
async function verifyEthereum(
  { address, chainId }: SignInMessage & { kind: 'ethereum' },
  text: string,
  signature: string,
  verifyContractWallet: VerifyContractWallet | null,
): Promise<string> {
  const parsed = hex.safeParse(signature)
  if (!parsed.success) throw new AccountRefusal('signature')
  const bytes = parsed.data
  const isKeyPair = lengthOf(bytes) === KEY_PAIR_BYTES
  if (isKeyPair && (await signerOf(text, bytes)) === address.toLowerCase()) {
    if (BigInt(`0x${bytes.slice(66, 130)}`) > HALF_ORDER) throw new AccountRefusal('signature')
    return ethereumWallet(address, null)
  }
  if (lengthOf(bytes) === 0) throw new AccountRefusal('signature')
  const isAccepted = await verifyContractWallet?.(chainId, address, text, bytes)
  if (isAccepted === true) return ethereumWallet(address, chainId)
  throw new AccountRefusal(isAccepted === false || isKeyPair ? 'signature' : 'no-node')
}

function lengthOf(bytes: Hex): number {
  return (bytes.length - 2) / 2
}

/** Ed25519 (RFC 8032). */
async function verifySolana(address: string, text: string, signature: string): Promise<string> {
  const key = decodeAddress(address)
  if (key === null || !SOLANA_SIGNATURE.test(signature)) throw new AccountRefusal('signature')
  const bytes = Buffer.from(signature, 'base64')
  if (!(await isSignedBy(new Uint8Array(key), bytes, new TextEncoder().encode(text))))
    throw new AccountRefusal('signature')
  return solanaWallet(address)
}

/** False as well for an address that is no public key, such as one of a program. */
async function isSignedBy(
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, message)
  } catch {
    return false
  }
}
