/** Progress of a long run. Scripts draw it on a terminal; tests listen or stay silent. */
export interface Progress {
  /** A finished line that stays: what was done, or what went wrong. */
  line(text: string): void
  /** Passing state of the step at hand: `done` of `total`, for a bar and the time left. */
  step(name: string, done: number, total: number): void
}

export const SILENT: Progress = { line: () => {}, step: () => {} }
