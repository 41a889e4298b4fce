import * as z from 'zod'
import { toAddress } from '../chains/evm/viem.ts'
import { ALERT_FORMS } from '../contract/alert-forms.ts'
import { watch } from '../contract/alerts.ts'
import { isSolanaAddress } from '../wallet/solana/base58.ts'

/** Letters of a message: ours have some 400, and the name of a host has at most 253. */
const MAX_MESSAGE = 2_000
/** Letters of a signature: one of a contract wallet may bring the code that deploys it. */
const MAX_SIGNATURE = 12_000
const MAX_NAME = 40

const ZERO = /^0x0{40}$/

/** The zero address has no key, and `ecrecover` returns it for an invalid signature. */
const ethereumAddress = z
  .string()
  .max(42)
  .refine((text) => toAddress(text) !== null && !ZERO.test(text))

const solanaAddress = z.string().max(44).refine(isSolanaAddress)

export const challengeBody = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ethereum'),
    address: ethereumAddress,
    /** EIP-155. */
    chainId: z.int().min(1),
  }),
  z.strictObject({ kind: z.literal('solana'), address: solanaAddress }),
])

export const signInBody = z.strictObject({
  message: z.string().max(MAX_MESSAGE),
  proof: z.string().length(64),
  /** Ethereum: hex with 0x. Solana: base64 of 64 bytes. */
  signature: z.string().max(MAX_SIGNATURE),
})

/**
 * Control characters, invisible ones and those that turn the direction of a line are refused: a name is shown beside others. Two
 * names that look the same are allowed, because only their owner sees them and nothing is found by them.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u

const keyName = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => {
    const letters = [...text].length
    return letters >= 1 && letters <= MAX_NAME && text.isWellFormed() && !HIDDEN.test(text)
  })

export const newKeyBody = z.strictObject({
  name: keyName,
  environment: z.enum(['live', 'test']),
})

export const revokeBody = z.strictObject({ id: z.string().max(100) })

/** The rules of an address are checked apart, for their own words. */
const webhookUrl = z.string().max(2_000)

export const newWebhookBody = z.strictObject({
  form: z.enum(ALERT_FORMS).default('json'),
  url: webhookUrl,
  watch,
})

export const changedWebhookBody = z.strictObject({
  id: z.string().max(100),
  url: webhookUrl.optional(),
  watch: watch.optional(),
  /** Null resumes it. */
  stopped: z.literal('paused').nullable().optional(),
})

export const webhookBody = z.strictObject({ id: z.string().max(100) })

/** Longer than an address or name may be, so that the rules of an address have their own words. */
export const scanBody = z.strictObject({ address: z.string().max(1_000) })

export const signOutBody = z.strictObject({ everywhere: z.boolean() })

export const deleteBody = z.strictObject({
  /** The address of the wallet, typed. */
  confirm: z.string().max(100),
})
