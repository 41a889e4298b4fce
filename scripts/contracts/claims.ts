import * as z from 'zod'
import type { Reply } from '../../src/chains/evm/call.ts'
import { Unreadable } from '../../src/chains/unreadable.ts'
import { type ContractEntry, DRIVER_NAMES } from '../../src/wallet/evm/contracts/drivers.ts'
import { type Claim, type ClaimsOf, tokenClaim } from '../../src/wallet/evm/drivers/claim.ts'
import { type Token, token } from '../../src/wallet/model/entry-base.ts'

const driverFile = z.object({
  claims: z.custom<ClaimsOf<ContractEntry>>((value) => typeof value === 'function').optional(),
})

/** A driver's claims are in its file, apart from the rest, because servers do not need them. */
const CLAIMS = new Map(
  await Promise.all(
    DRIVER_NAMES.map(async (name) => {
      const file: unknown = await import(`../../src/wallet/evm/drivers/${name}.ts`)
      return [name, driverFile.parse(file).claims] as const
    }),
  ),
)

/** The claims of an entry that can be checked: symbol and decimals of each token, and how its contracts are linked. */
export function claimsOf(entry: ContractEntry): Claim[] {
  return [...tokensIn(entry).map(tokenClaim), ...(CLAIMS.get(entry.driver)?.(entry) ?? [])]
}

/** Every token in an entry, at any depth. */
function tokensIn(value: unknown): Token[] {
  if (typeof value !== 'object' || value === null) return []
  const { address, symbol, decimals } = { address: null, symbol: null, decimals: null, ...value }
  const named = token.safeParse({ address, symbol, decimals })
  const inside = Object.values(value).flatMap(tokensIn)
  return named.success ? [named.data, ...inside] : inside
}

/** The disagreement of the contracts with a claim, or null. A reply that cannot be read is a disagreement too. */
export function refutation(claim: Claim, replies: Reply[]): string | null {
  try {
    return claim.refute(replies)
  } catch (problem) {
    if (problem instanceof Unreadable) return `${claim.calls[0]?.to}: ${problem.message}`
    throw problem
  }
}
