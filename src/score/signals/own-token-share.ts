import { mapReading, missing } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'

/** Share of all value that is the protocol's own token, staked or paired: it loses value when the protocol fails. */
export const ownTokenShare: Signal = {
  id: 'ownTokenShare',
  question: 'How much of the value is its own token?',
  applies: always,
  read: ({ sections, record }) => {
    if (!sections.known) return sections
    const { tvl, staking, pool2 } = sections.value
    const all = tvl + staking + pool2
    if (all <= 0) return missing('not-covered', record.tvl.source)
    const value = (staking + pool2) / all
    return mapReading(sections, () => ({ value, sentence: describe(value) }))
  },
}

function describe(share: number): string {
  if (share === 0) return 'None of its value is counted as its own token, staked or paired.'
  const percent = (share * 100).toFixed(share < 0.1 ? 1 : 0)
  return `${percent} % of all value is its own token, staked or paired.`
}
