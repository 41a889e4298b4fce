import type { ReadManifest } from './read-manifest.ts'
import type { Remembered } from './remembered.ts'

/** Clocks differ, and a build's may be a little ahead of a reader's. */
const CLOCK_TOLERANCE_MS = 86_400_000

export interface Freshness {
  outcome: 'good' | 'replayed' | 'expired' | 'freshness-unknown'
  /** Why it is not good, as a sentence. */
  why: string | null
}

/**
 * Whether a signed manifest may be the newest one of its site: its version is not lower than that of an earlier check, and its time
 * is not over. `replayed`: it is older than one seen before. `freshness-unknown`: the manifest or the clock of this machine cannot show it.
 */
export function judgeFreshness(
  { version, expires, snapshot }: ReadManifest,
  earlier: Remembered | null,
  now: Date,
): Freshness {
  const isDated = version !== null && expires === null
  if (!isDated && (version ?? 0) < (earlier?.version ?? 0)) {
    const found = version === null ? 'none' : `${version}`
    const why = `Version ${earlier?.version} was seen before, and this manifest has ${found}.`
    return { outcome: 'replayed', why }
  }
  const unknown = (why: string): Freshness => ({ outcome: 'freshness-unknown', why })
  if (version === null) return unknown('The manifest is of an earlier format, without a version.')
  if (expires === null) {
    return unknown('The manifest is that of a dated copy, which has no expiry.')
  }
  const past = [snapshot.computedAt, earlier?.checkedAt ?? snapshot.computedAt]
  const latest = past.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? ''
  if (!(now.getTime() > Date.parse(latest) - CLOCK_TOLERANCE_MS)) {
    return unknown(`The clock of this machine is wrong: ${latest} is already past.`)
  }
  if (now.getTime() >= Date.parse(expires)) {
    return { outcome: 'expired', why: `The manifest was current until ${expires}.` }
  }
  return { outcome: 'good', why: null }
}
