import type { ProtocolFacts } from '../contract/protocol-facts.ts'
import type { Catalogue, CatalogueEntry } from '../domain/catalogue.ts'
import { newestDay } from '../domain/day.ts'
import { contractKey } from './control-contracts.ts'
import { controlHeadline } from './control-headline.ts'

/** Losses and control of the protocols that have any on record, by slug. Pure. */
export function createProtocolFacts({ entries }: Catalogue): Record<string, ProtocolFacts> {
  const rows = entries.flatMap((entry): [string, ProtocolFacts][] => {
    const facts = { losses: lossesOf(entry), codeControl: codeControlOf(entry) }
    const isEmpty = facts.losses.count === 0 && Object.keys(facts.codeControl).length === 0
    return isEmpty ? [] : [[entry.record.slug, facts]]
  })
  return Object.fromEntries(rows)
}

function lossesOf({ incidents }: CatalogueEntry): ProtocolFacts['losses'] {
  const sizes = incidents.map(({ lossUsd }) => lossUsd)
  const isKnown = incidents.length > 0 && sizes.every((size) => size !== null)
  return {
    count: incidents.length,
    usd: isKnown ? sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) : null,
    lastDay: newestDay(incidents.map(({ day }) => day)) ?? null,
  }
}

/** Each contract of which a way to change its code is known, or that there is none. */
function codeControlOf({ record }: CatalogueEntry): ProtocolFacts['codeControl'] {
  const { control } = record.facts
  const contracts = control?.known ? control.value : []
  return Object.fromEntries(
    contracts
      .filter(({ codeChange }) => codeChange.known && codeChange.paths.length > 0)
      .map((contract) => {
        const { address } = contract
        const comparable = address.startsWith('0x') ? address.toLowerCase() : address
        return [contractKey({ ...contract, address: comparable }), controlHeadline([contract])]
      }),
  )
}
