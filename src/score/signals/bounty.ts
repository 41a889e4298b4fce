import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** The largest bug bounty as a share of what it protects. A small weight: bounties affect severity, not frequency. */
export const bounty: Signal = {
  id: 'bounty',
  question: 'What does it pay for a reported bug?',
  applies: always,
  read: readBounty,
}

function readBounty({ record, sections }: Subject): Reading<Measure> {
  const programme = record.facts.bounty
  if (!programme) return missing('unmatched', SOURCE_OF_ROLE.bounties)
  if (!programme.known) return programme
  if (programme.value.maxUsd <= 0) return missing('unmatched', programme.source)
  if (!sections.known) return missing(sections.reason, sections.source)
  const { maxUsd } = programme.value
  const value = maxUsd / Math.max(sections.value.tvl, maxUsd)
  const dollars = Math.round(maxUsd).toLocaleString('en-US')
  const place = programme.source === 'cantina' ? 'Cantina' : 'Immunefi'
  return mapReading(programme, () => ({ value, sentence: `${place} lists up to $${dollars}.` }))
}
