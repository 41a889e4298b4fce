import type { Reading } from '../domain/reading.ts'
import type { Methodology, SignalId } from './methodology.ts'
import type { Subject } from './subject.ts'

/** What a signal read: a number on the axis of its anchors, and one sentence a reader can check. */
export interface Measure {
  value: number
  sentence: string
  /** True when it was read of another member of the family. */
  inherited?: boolean
  /** The page of this reading, when the source has several for one protocol. */
  link?: string
}

/** One question about a protocol. Anchors, weight and prior stand in the methodology under the same id. */
export interface Signal {
  id: SignalId
  question: string
  /** False when the question makes no sense for this activity; the signal then carries no weight. */
  applies(subject: Subject, method: Methodology): boolean
  read(subject: Subject, method: Methodology): Reading<Measure>
}

export const always = (): boolean => true
