import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '../contract/documents.ts'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import type { Day } from '../domain/day.ts'
import { sha256 } from '../fingerprint.ts'

/** A production deploy costs 15 of the 300 monthly credits of the free plan; nine leave half of them for visitors. */
export const DEFAULT_DEPLOY_BUDGET = 9

export interface Decision {
  deploy: boolean
  /** A finished sentence. */
  reason: string
  /** Deploys of the month, this one included when there is one. */
  deploys: Day[]
}

export interface GateOptions {
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
const TELL_THE_TIME = /^(live|sandbox)\/(stats|screener|snapshot)\.json$/

/** What decides what a visitor gets, apart from the data. */
const CODE_FOLDERS = ['data', 'functions', 'public', 'src']
const CODE_FILES = ['astro.config.mjs', 'netlify.toml', 'package-lock.json', 'package.json']

/** Hash of what a deploy would put online, without what only tells the time. */
export function contentHash(root: string, { documents }: Manifest): string {
  const lasting = Object.entries(documents)
    .filter(([name]) => !TELL_THE_TIME.test(name))
    .map(([name, { sha256: hash }]) => [name, hash])
    .sort()
  return sha256(JSON.stringify([lasting, codeHash(root)]))
}

function codeHash(root: string): string {
  const hash = createHash('sha256')
  const names = CODE_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  for (const name of [...CODE_FILES, ...names.map((name) => name.replaceAll('\\', '/')).sort()]) {
    if (/\.test\.ts$|\/fixtures\/|\.sqlite/.test(name)) continue
    hash.update(`${name}\0`).update(readFileSync(path.join(root, name)))
  }
  return hash.digest('hex')
}
