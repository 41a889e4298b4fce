import type { Reading } from '../domain/reading.ts'
import type { Methodology, SignalId } from './methodology.ts'
import type { Subject } from './subject.ts'

/** The value of a signal, on the axis of its anchors, and one sentence a reader can check. */
export interface Measure {
  value: number
  sentence: string
  /** True when the value is typical of the activity instead of read about this protocol. */
  isTypical?: boolean
  /** True when so little was seen that it can only hurt: it counts at no less than if it were missing. */
  isPartial?: boolean
  /** What was read, where it speaks for a part of the protocol only: the share of its TVL, 0-1, and the value there. */
  seen?: { share: number; value: number }
  /** True when it was read from another member of the family. */
  inherited?: boolean
  /** The page of this reading, when the source has several for one protocol. */
  link?: string
}

/** One question about a protocol. Anchors, weight and prior are in the methodology under the same id. */
export interface Signal {
  id: SignalId
  question: string
  /** False when the question does not apply to this activity; the signal then has no weight. */
  applies(subject: Subject, method: Methodology): boolean
  read(subject: Subject, method: Methodology): Reading<Measure>
}

export const always = (): boolean => true
