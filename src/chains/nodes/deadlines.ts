/** When the current step ends, and when the whole answer is due. */
export interface Deadlines {
  step: AbortSignal
  answer: AbortSignal
}
