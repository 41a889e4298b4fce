import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bodies, NEXT_DAY, rows } from '../../src/testing/pipeline/bodies.ts'
import { writeRecording } from '../../src/testing/pipeline/recording.ts'
import { countChanged, hashFiles } from './files.ts'
import { type Cost, logProgress, measureScript, median } from './measure.ts'
import type { Figure, Section } from './table.ts'

const AS_OF = NEXT_DAY
const RECORDING = path.resolve(import.meta.dirname, '../../../shared/upstream', AS_OF)
const ROWS = 4_047

/** Folder of the documents below the work folder. */
const PUBLISHED = 'dist'

/** Measures the whole job, from recorded rows to all documents on disk. */
export async function runJobBench(runs: number): Promise<Section> {
  // Emptied only at the end: ext4 passes over the inodes of files deleted in the last minutes one by one, and so makes
  // new files up to six times slower after a large deletion.
  const root = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-'))
  try {
    const recorded = existsSync(RECORDING)
    const input = recorded ? RECORDING : inventRecording(path.join(root, 'input'))
    return {
      part: 'job',
      title: `Job: ${ROWS} ${recorded ? 'recorded' : 'invented (no recording was found)'} rows, median of ${runs} runs`,
      figures: measureJob(input, root, runs),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Protocols of the invented upstream, all of a size, without histories. */
function inventRecording(dir: string): string {
  const [model] = rows(1)
  const all = rows(ROWS).map((row) => ({ ...row, tvl: model?.tvl, chainTvls: model?.chainTvls }))
  const given = bodies(all, 0)
  const lists = Object.entries(given.defillama).filter(([name]) => !name.startsWith('/protocol/'))
  writeRecording(dir, { ...given, defillama: Object.fromEntries(lists) })
  return dir
}

/** One run of the whole job: from the rows to all documents on disk. */
interface Job {
  snapshot: Cost
  build: Cost
  total: Cost
}

/** Runs the whole job as a user does, with the store and the published folder in `workDir`. */
function runJob(input: string, workDir: string): Job {
  const env = {
    PLIMSOLL_DB: path.join(workDir, 'store.sqlite'),
    PLIMSOLL_DIST: path.join(workDir, PUBLISHED),
  }
  const source = ['--source', `recorded:${input}`, '--as-of', AS_OF]
  const snapshot = measureScript(['scripts/snapshot.ts', ...source], env)
  const build = measureScript(['scripts/build.ts', '--no-site'], env)
  return { snapshot, build, total: addCosts(snapshot, build) }
}

/** What the two processes of a job cost before they do anything: start Node, load every module, print their help. */
function runStart(): Cost {
  const help = (script: string) => measureScript([`scripts/${script}.ts`, '--help'])
  return addCosts(help('snapshot'), help('build'))
}

/** Milliseconds of the bare script: parse the same input, write the same bytes. */
function runBare(input: string, workDir: string): number {
  const [published, out] = [path.join(workDir, PUBLISHED), path.join(workDir, 'bare')]
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

/** The job on fresh folders, again on its unchanged input, and the bare script, in turns. */
function runRound(input: string, workDir: string) {
  const first = runJob(input, workDir)
  const published = hashFiles(path.join(workDir, PUBLISHED, '_data'))
  const second = runJob(input, workDir)
  const republished = hashFiles(path.join(workDir, PUBLISHED, '_data'))
  return { first, second, published, republished, bareMs: runBare(input, workDir) }
}

function measureJob(input: string, root: string, runs: number): Figure[] {
  const rounds = Array.from({ length: runs }, (_, index) => {
    logProgress(`${ROWS} rows, run ${index + 1} of ${runs}`)
    return runRound(input, path.join(root, `job-${index}`))
  })
  const [{ published } = { published: new Map<string, string>() }] = rounds
  const changed = rounds.flatMap((round) => [
    countChanged(published, round.published),
    countChanged(round.published, round.republished),
  ])
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  const seconds = (name: string, pick: (job: Job) => number): Figure => ({
    ...{ name, unit: 's' },
    value: of(({ first }) => pick(first) / 1_000),
  })
  return [
    { ...seconds('whole job', ({ total }) => total.wallMs), bar: { atMost: 15 } },
    seconds('  of it snapshot', ({ snapshot }) => snapshot.wallMs),
    seconds('  of it build', ({ build }) => build.wallMs),
    seconds('  user CPU', ({ total }) => total.userMs),
    seconds('  system CPU', ({ total }) => total.systemMs),
    {
      ...{ name: '  start of both processes, user CPU', unit: 's' },
      value: runStart().userMs / 1_000,
    },
    {
      ...{ name: '  peak memory', unit: 'MB', bar: { atMost: 700 } },
      value: of(({ first }) => first.total.peakMb),
    },
    { name: 'bare script', value: of(({ bareMs }) => bareMs / 1_000), unit: 's' },
    {
      ...{ name: '  whole job, times the bare script', unit: '×', bar: { atMost: 2 } },
      value: of(({ first, bareMs }) => first.total.wallMs / bareMs),
    },
    { name: 'second run', value: of(({ second }) => second.total.wallMs / 1_000), unit: 's' },
    {
      ...{ name: '  as a share of the first', unit: '×', bar: { atMost: 0.5 } },
      value: of(({ first, second }) => second.total.wallMs / first.total.wallMs),
    },
    {
      ...{ name: '  documents with other bytes, also from one fresh run to the next', unit: '' },
      ...{ value: Math.max(...changed), bar: { atMost: 0 } },
    },
  ]
}
