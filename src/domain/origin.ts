/** Where readings come from: the upstreams as they are, the bundled sample, or a recording. */
export const ORIGINS = ['live', 'seed', 'recorded'] as const

export type Origin = (typeof ORIGINS)[number]

/** Names for messages. */
export const ORIGIN_NAMES: Record<Origin, string> = {
  live: 'live data',
  seed: 'the sample',
  recorded: 'recorded data',
}
