import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { countChanged, hashFiles } from './files.ts'
import { generateRecording } from './generate.ts'
import { type Job, PUBLISHED, runBare, runJob, runStart } from './job.ts'
import { logProgress } from './log-progress.ts'
import { type Cost, median } from './measure.ts'
import type { Figure, Section } from './table.ts'

const RECORDING = path.resolve(import.meta.dirname, '../../../shared/upstream/2024-03-11')
const RECORDED_ROWS = 4_047
const AS_OF = '2024-03-11'
const SIZES = [4_000, 12_000, 40_000]

/** A job this small costs hardly more than its start. */
const FIXED_ROWS = 400

/** Measures the whole job, from recorded rows to all documents on disk, and how its cost grows with the rows. */
export async function runJobBench(runs: number): Promise<Section> {
  // Emptied only at the end: ext4 passes over the inodes of files deleted in the last minutes one by one, and so makes
  // new files up to six times slower after a large deletion.
  const root = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-'))
  try {
    const recorded = existsSync(RECORDING)
    const input = recorded ? RECORDING : path.join(root, 'input')
    if (!recorded) generateRecording(input, { rows: RECORDED_ROWS, asOf: AS_OF })
    return {
      part: 'job',
      title: `Job: ${RECORDED_ROWS} ${recorded ? 'recorded' : 'invented (no recording was found)'} rows, median of ${runs} runs`,
      figures: [...measureJob(input, root, runs), ...measureGrowth(root, runs)],
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The job on fresh folders, again on its unchanged input, and the bare script, in turns. */
function measureJob(input: string, root: string, runs: number): Figure[] {
  const rounds = Array.from({ length: runs }, (_, index) => {
    logProgress(`${RECORDED_ROWS} rows, run ${index + 1} of ${runs}`)
    const work = path.join(root, `job-${index}`)
    const first = runJob(input, AS_OF, work)
    const published = hashFiles(path.join(work, PUBLISHED, '_data'))
    const second = runJob(input, AS_OF, work)
    const republished = hashFiles(path.join(work, PUBLISHED, '_data'))
    const bareMs = runBare(input, work, path.join(work, 'bare'))
    return { first, second, bareMs, published, republished }
  })
  const { published } = rounds[0] ?? { published: new Map<string, string>() }
  const changed = rounds.map((round) =>
    Math.max(
      countChanged(published, round.published),
      countChanged(round.published, round.republished),
    ),
  )
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  const seconds = (pick: (job: Job) => number) => of(({ first }) => pick(first) / 1_000)
  const fixed = runStart()
  return [
    {
      name: 'whole job',
      value: seconds(({ total }) => total.wallMs),
      unit: 's',
      bar: { atMost: 15 },
    },
    { name: '  of it snapshot', value: seconds(({ snapshot }) => snapshot.wallMs), unit: 's' },
    { name: '  of it build', value: seconds(({ build }) => build.wallMs), unit: 's' },
    { name: '  user CPU', value: seconds(({ total }) => total.userMs), unit: 's' },
    { name: '  system CPU', value: seconds(({ total }) => total.systemMs), unit: 's' },
    { name: '  start of both processes, user CPU', value: fixed.userMs / 1_000, unit: 's' },
    {
      name: '  peak memory',
      value: of(({ first }) => first.total.peakMb),
      unit: 'MB',
      bar: { atMost: 700 },
    },
    { name: 'bare script', value: of(({ bareMs }) => bareMs / 1_000), unit: 's' },
    {
      name: '  whole job, times the bare script',
      value: of(({ first, bareMs }) => first.total.wallMs / bareMs),
      unit: '×',
      bar: { atMost: 2 },
    },
    { name: 'second run', value: of(({ second }) => second.total.wallMs / 1_000), unit: 's' },
    {
      name: '  as a share of the first',
      value: of(({ first, second }) => second.total.wallMs / first.total.wallMs),
      unit: '×',
      bar: { atMost: 0.5 },
    },
    {
      name: '  documents with other bytes, also from one fresh run to the next',
      value: Math.max(...changed),
      unit: '',
      bar: { atMost: 0 },
    },
  ]
}

/**
 * Processor time per protocol as the registry grows, in the program itself: wall time and time in the file system
 * depend on who else uses the machine. What a job on a few hundred rows costs, such as the start, is taken off.
 */
function measureGrowth(root: string, runs: number): Figure[] {
  const sizes = [FIXED_ROWS, ...SIZES].map((rows) => {
    const input = path.join(root, `generated-${rows}`)
    generateRecording(input, { rows, asOf: AS_OF })
    const jobs: Cost[] = []
    return { rows, input, jobs }
  })
  for (let run = 1; run <= runs; run += 1) {
    for (const { rows, input, jobs } of sizes) {
      logProgress(`${rows} generated rows, run ${run} of ${runs}`)
      jobs.push(runJob(input, AS_OF, path.join(root, `growth-${run}-${rows}`)).total)
    }
  }
  const medians = sizes.map(({ rows, jobs }) => ({
    rows,
    wallMs: median(jobs.map(({ wallMs }) => wallMs)),
    userMs: median(jobs.map(({ userMs }) => userMs)),
    peakMb: median(jobs.map(({ peakMb }) => peakMb)),
  }))
  const fixedMs = medians[0]?.userMs ?? 0
  const grown = medians.slice(1).map((size) => ({
    ...size,
    perRowMs: (size.userMs - fixedMs) / (size.rows - FIXED_ROWS),
  }))
  const costs = grown.map(({ perRowMs }) => perRowMs)
  return [
    ...grown.flatMap(({ rows, wallMs, userMs, peakMb, perRowMs }) => [
      { name: `${rows} generated rows`, value: wallMs / 1_000, unit: 's' },
      { name: '  user CPU per row', value: userMs / rows, unit: 'ms' },
      { name: `  user CPU per row beyond the first ${FIXED_ROWS}`, value: perRowMs, unit: 'ms' },
      { name: '  peak memory', value: peakMb, unit: 'MB' },
    ]),
    {
      name: `spread of the CPU per row beyond the first ${FIXED_ROWS}`,
      value: (Math.max(...costs) / Math.min(...costs) - 1) * 100,
      unit: '%',
      bar: { atMost: 20 },
    },
  ]
}
