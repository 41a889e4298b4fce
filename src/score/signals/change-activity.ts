import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

export const changeActivity: Signal = { id: 'changeActivity', question: 'How much does it change?', applies: always, read: readIt }
export const deployerActivity: Signal = { ...changeActivity, id: 'deployerActivity' }
function readIt({ record }: Subject): Reading<Measure> {
  const r = record.facts.adapterChanges ?? missing('not-covered', SOURCE_OF_ROLE.adapters)
  return mapReading(r, () => ({ value: 5, sentence: 'x' }))
}
