import type { Contract } from '../contract/contracts.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { createHeadline } from './control.ts'
import { inLowerCase } from './outside-text.ts'

/** Who can change the code of one contract; null when that was not read. */
export type FindControl = (chain: string, address: string) => Contract['control']

/** Finds the reading of a contract in a snapshot. Of several, that of the largest protocol counts. */
export function contractControls({ entries }: Pick<Catalogue, 'entries'>): FindControl {
  const found = new Map<string, NonNullable<Contract['control']>>()
  for (const { record } of entries.toSorted((a, b) => (a.tvlUsd ?? 0) - (b.tvlUsd ?? 0))) {
    const { control } = record.facts
    for (const contract of control?.known ? control.value : [])
      found.set(`${contract.chain} ${inLowerCase(contract.address)}`, {
        sentence: createHeadline([contract]),
        source: contract.source,
        day: contract.day,
        block: contract.block,
        document: `/v1/protocols/${encodeURIComponent(record.slug.toWellFormed())}`,
      })
  }
  return (chain, address) => found.get(`${chain} ${address}`) ?? null
}
