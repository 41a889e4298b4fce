import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import * as z from 'zod'
import type { PlantedAccount } from './svm-rpc.ts'

const file = z.strictObject({
  wallet: z.string(),
  accounts: z.array(z.strictObject({ address: z.string(), owner: z.string(), data: z.base64() })),
  paid: z.array(z.tuple([z.string(), z.coerce.bigint()])),
})

/** The accounts that a program left when it was run in LiteSVM, and what it then paid to the wallet of each token. */
export interface RecordedRun {
  wallet: string
  accounts: (PlantedAccount & { data: Buffer })[]
  paid: [mint: string, amount: bigint][]
}

export function recordedRun(name: string): RecordedRun {
  const url = new URL(`recorded/${name}.json`, import.meta.url)
  const { accounts, ...run } = file.parse(JSON.parse(readFileSync(url, 'utf8')))
  return {
    ...run,
    accounts: accounts.map(({ data, ...account }) => {
      return { ...account, data: inflateSync(Buffer.from(data, 'base64')) }
    }),
  }
}
