import type { View } from './text/terminal.ts'

/** What the program reads and writes. */
export interface Program {
  env: Record<string, string | undefined>
  version: string
  /** How stdout shows what is written. */
  view: View
  write: (text: string) => void
  writeError: (text: string) => void
}
