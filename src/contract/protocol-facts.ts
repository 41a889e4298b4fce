import * as z from 'zod'

/** What is said of a protocol to which a wallet gave approvals. */
export const protocolFacts = z.strictObject({
  losses: z.strictObject({
    count: z.int().min(0),
    /** Null when the size of one is unknown. */
    usd: z.number().min(0).nullable(),
    lastDay: z.iso.date().nullable(),
  }),
  /** Who can change the code, as a sentence, by chain and address: `Ethereum 0x…`. */
  codeControl: z.record(z.string(), z.string().min(1)),
})

/** `protocol-facts.json`: by slug, of those that had a loss or whose control is known. */
export const protocolFactsFile = z.record(z.string(), protocolFacts)

export type ProtocolFactsFile = z.infer<typeof protocolFactsFile>
export type ProtocolFacts = z.infer<typeof protocolFacts>
