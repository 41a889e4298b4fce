import * as z from 'zod'
import rows from '../../data/onchain/spending-modules.json' with { type: 'json' }
import type { Address } from '../chains/address.ts'
import { hexBytes } from '../chains/hex.ts'
import { isDay } from '../domain/day.ts'

const row = z.strictObject({
  chain: z.string(),
  /** In lower case, so that equal addresses are equal texts. */
  address: hexBytes(20),
  name: z.string(),
  version: z.string(),
  source: z.string(),
  day: z.string().refine(isDay, 'is not a day'),
})

/** A reviewed module of a Safe: its code is fixed, and it calls nothing but transfers within an allowance. */
export type SpendingModule = z.infer<typeof row>

const table: readonly SpendingModule[] = z.array(row).parse(rows)

/** Every row of `data/onchain/spending-modules.json`. */
export function listSpendingModules(): readonly SpendingModule[] {
  return table
}

/** The modules on one chain that can only spend what a Safe holds. Any other module can act as the Safe. */
export function spendingModules(chain: string): ReadonlySet<Address> {
  return new Set(table.filter((each) => each.chain === chain).map(({ address }) => address))
}
