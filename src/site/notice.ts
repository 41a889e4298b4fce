export interface SampleNotice {
  /** For the head of every page. */
  short: string
  full: string
  /** The shell command that fetches current figures. */
  command: string
}

const NAME: Record<string, string> = { seed: 'Bundled sample', recorded: 'Recorded sample' }

/** The notice for a snapshot that was not read live from its sources; null for a live one. */
export function sampleNotice(origin: string): SampleNotice | null {
  if (origin === 'live') return null
  const name = NAME[origin] ?? `Sample (${origin})`
  return {
    short: `${name}. Not current.`,
    full: `${name}. Market figures are as of the dates shown, not of today.`,
    command: 'npm run snapshot -- --source live',
  }
}
