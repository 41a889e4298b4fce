import path from 'node:path'
import { type Cost, measureScript } from './measure.ts'

/** One run of the whole job: from the recorded rows to all documents on disk. */
export interface Job {
  snapshot: Cost
  build: Cost
  total: Cost
}

const STORE = 'store.sqlite'

/** Folder of the documents below the work folder. */
export const PUBLISHED = 'dist'

/** Runs the whole job as a user does, with the store and the published folder in `workDir`. */
export function runJob(input: string, asOf: string, workDir: string): Job {
  const env = {
    PLIMSOLL_DB: path.join(workDir, STORE),
    PLIMSOLL_DIST: path.join(workDir, PUBLISHED),
  }
  const snapshot = measureScript(
    ['scripts/snapshot.ts', '--source', `recorded:${input}`, '--as-of', asOf],
    env,
  )
  const build = measureScript(['scripts/build.ts', '--no-site'], env)
  return { snapshot, build, total: addCosts(snapshot, build) }
}

/** What the two processes of a job cost before they do anything: start Node, load every module, print their help. */
export function runStart(): Cost {
  return addCosts(
    measureScript(['scripts/snapshot.ts', '--help']),
    measureScript(['scripts/build.ts', '--help']),
  )
}

/** Milliseconds of the bare script: parse the same input, write the same bytes into `out`. */
export function runBare(input: string, workDir: string, out: string): number {
  const published = path.join(workDir, PUBLISHED)
  const { wallMs, output } = measureScript(['scripts/bench/bare.ts', input, published, out])
  return wallMs - Number(output)
}

function addCosts(a: Cost, b: Cost): Cost {
  return {
    wallMs: a.wallMs + b.wallMs,
    userMs: a.userMs + b.userMs,
    systemMs: a.systemMs + b.systemMs,
    peakMb: Math.max(a.peakMb, b.peakMb),
  }
}
