import { sha256 } from '../contract/hash.ts'
import type { Manifest } from '../contract/manifest.ts'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import type { Day } from '../domain/day.ts'
import { codeFingerprint } from '../pipeline/code-fingerprint.ts'

/** A production deploy costs 15 of the 300 monthly credits of the free plan; nine leave half of them for visitors. */
export const DEFAULT_DEPLOY_BUDGET = 9

export interface Decision {
  deploy: boolean
  /** A sentence. */
  reason: string
  /** Deploys of the month, including this one. */
  deploys: Day[]
}

interface GateOptions {
  previous: SnapshotManifest | null
  content: string
  today: Day
  /** Maximum number of production deploys in a calendar month. */
  budget: number
  /** False for previews, which cost nothing and are not counted. */
  isProduction: boolean
}

/** Decides whether a finished build is deployed. */
export function decideDeploy(options: GateOptions): Decision {
  const { previous, content, today, budget, isProduction } = options
  const month = today.slice(0, 7)
  const before = previous?.deploys.filter((day) => day.startsWith(month)) ?? []
  if (!isProduction) return { deploy: true, reason: 'It is a preview.', deploys: before }
  if (previous?.content === content) {
    return {
      deploy: false,
      reason: 'Nothing has changed since the last deploy.',
      deploys: before,
    }
  }
  if (before.length >= budget) {
    return {
      deploy: false,
      reason: `All ${budget} deploys of ${month} are used up (PLIMSOLL_DEPLOY_BUDGET).`,
      deploys: before,
    }
  }
  const deploys = [...before, today]
  const reason = `It is deploy ${deploys.length} of ${budget} in ${month}.`
  return { deploy: true, reason, deploys }
}

/** Documents that are derived from the others and contain the day, so they change even when nothing else does. */
const CHANGES_WITH_DAY =
  /^(live|sandbox)\/((stats|screener|snapshot|scoreboard|changes|steps|index-history|incident-index)\.json|(history|changes|contracts)\/.+)$/

/** Hash of the code and the documents, without those that change with the day alone. */
export function contentHash(root: string, { documents }: Manifest): string {
  const lasting = Object.entries(documents)
    .filter(([name]) => !CHANGES_WITH_DAY.test(name))
    .map(([name, { sha256: hash }]) => [name, hash])
    .sort()
  return sha256(JSON.stringify([lasting, codeFingerprint(root)]))
}
