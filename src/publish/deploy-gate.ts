import type { Manifest } from '../contract/documents.ts'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import type { Day } from '../domain/day.ts'
import { codeFingerprint, sha256 } from '../fingerprint.ts'

/** A production deploy costs 15 of the 300 monthly credits of the free plan; nine leave half of them for visitors. */
export const DEFAULT_DEPLOY_BUDGET = 9

export interface Decision {
  deploy: boolean
  /** A finished sentence. */
  reason: string
  /** Deploys of the month, this one included when there is one. */
  deploys: Day[]
}

interface GateOptions {
  previous: SnapshotManifest | null
  content: string
  today: Day
  /** Most production deploys in a calendar month. */
  budget: number
  /** Previews cost nothing and are not counted. */
  isProduction: boolean
}

/** Whether a finished build is worth a deploy. */
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

/** Documents that follow from the others and also hold the day: they change when nothing else does. */
const CHANGES_WITH_DAY = /^(live|sandbox)\/(stats|screener|snapshot)\.json$/

/** Hash of what a deploy would publish, without the documents that change with the day alone. */
export function contentHash(root: string, { documents }: Manifest): string {
  const lasting = Object.entries(documents)
    .filter(([name]) => !CHANGES_WITH_DAY.test(name))
    .map(([name, { sha256: hash }]) => [name, hash])
    .sort()
  return sha256(JSON.stringify([lasting, codeFingerprint(root)]))
}
