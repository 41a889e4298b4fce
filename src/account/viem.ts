import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  getAddress,
  hashMessage,
  recoverMessageAddress,
} from 'viem'
import type { Address, Hex } from '../chains/address.ts'

/** An address with its checksum (EIP-55), as wallets show it. Throws viem's error for anything else. */
export function checksummed(address: string): Address {
  return getAddress(address)
}

/** The address, in lower case, whose key signed a text (EIP-191, version 0x45); null for bytes that are no signature. */
export async function signerOf(text: string, signature: Hex): Promise<string | null> {
  try {
    return (await recoverMessageAddress({ message: text, signature })).toLowerCase()
  } catch {
    return null
  }
}

/**
 * The data of a call without a target that runs the validator of ERC-6492 (eips.ethereum.org/EIPS/eip-6492) without deploying it. It
 * returns one byte: 1 when `signer` accepts the signature of the text.
 */
export function encodeSignatureCheck(signer: Address, text: string, signature: Hex): Hex {
  return encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [signer, hashMessage(text), signature],
    bytecode: erc6492SignatureValidatorByteCode,
  })
}
