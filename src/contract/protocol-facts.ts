import * as z from 'zod'
import * as f from './fields.ts'

/** What is said of a protocol to which a wallet gave approvals. */
export const protocolFacts = z.strictObject({
  losses: z.strictObject({
    count: f.count,
    /** Null when the size of one is unknown. */
    usd: z.number().min(0).nullable(),
    lastDay: f.dayOrNull,
  }),
  /** Who can change the code, as a sentence, by chain and address: `Ethereum 0x…`. */
  codeControl: z.record(f.text, f.someText),
})

/** `protocol-facts.json`: by slug, of those that had a loss or whose control is known. */
export const protocolFactsFile = z.record(f.text, protocolFacts)

export type ProtocolFactsFile = z.infer<typeof protocolFactsFile>
export type ProtocolFacts = z.infer<typeof protocolFacts>
