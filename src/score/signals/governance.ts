import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import { type Subject, votesOnChain } from '../subject.ts'
import { walkedVote } from './walked-vote.ts'

/**
 * The best of the governance votes that the registry declares, of those of the family, and of what the contracts say of who can change
 * them. Declared votes are weak evidence: they show that holders are asked, not that they decide.
 */
export const governance: Signal = {
  id: 'governance',
  question: 'Is there a public vote?',
  applies: always,
  read: (subject, method) => {
    const declared = readDeclared(subject, method)
    const walked = walkedVote(subject, method)
    if (!walked.known) return declared
    if (!declared.known || walked.value.value > declared.value.value) return walked
    if (walked.value.value > method.parameters.governance.none) return declared
    return mapReading(declared, ({ sentence, ...rest }) => ({
      ...rest,
      sentence: `${sentence} ${walked.value.sentence}`,
    }))
  },
}

function readDeclared(
  { record, familyGovernance }: Subject,
  { parameters: { governance: values } }: Methodology,
): Reading<Measure> {
  const measureOf = (ids: string[]): Measure =>
    votesOnChain(ids)
      ? { value: values.onChain, sentence: 'Votes on chain are declared.' }
      : { value: values.offChain, sentence: 'Votes off chain, on Snapshot, are declared.' }
  const own = record.facts.governance ?? missing('not-covered', record.tvl.source)
  const isDeclared = own.known && own.value.length > 0
  const isBetter = familyGovernance !== null && votesOnChain(familyGovernance.value)
  // The better of the two, so that withdrawing one's own vote never lowers the score.
  if (isDeclared && (votesOnChain(own.value) || !isBetter)) return mapReading(own, measureOf)
  if (familyGovernance) {
    return mapReading(familyGovernance, (ids) => {
      const { value, sentence } = measureOf(ids)
      const words = sentence.replace(/^./, (letter) => letter.toLowerCase())
      return { value, sentence: `Inherited from its family: ${words}`, inherited: true }
    })
  }
  return mapReading(own, () => ({
    value: values.none,
    sentence: 'No governance vote is declared.',
  }))
}
