import { answerStress } from '../../src/api/routes/stress/function.ts'
import { TABLES } from '../../src/dependencies/tables.ts'
import { createGraphFile } from '../../src/export/graph-file.ts'
import { someGraph } from './dependencies-graph.ts'
import { logProgress, measureScript } from './measure.ts'
import type { Figure, Section } from './table.ts'

const ANSWERS = 100
/** Work of others on the machine only ever adds time, so the calmest series counts. */
const SERIES = 5

/** Measures the graph of what stands on what, and the handler of stress tests on it. */
export async function runDependenciesBench(): Promise<Section> {
  logProgress('the graph')
  const { peakMb, output } = measureScript(['scripts/bench/dependencies-graph-cost.ts'])
  const { peakMb: emptyMb } = measureScript(['scripts/bench.ts', '--help'])
  const [build = Number.NaN, follow = Number.NaN, once = Number.NaN]: number[] = JSON.parse(output)
  logProgress(`${SERIES} times ${ANSWERS} stress tests`)
  const series = []
  for (let number = 0; number < SERIES; number += 1) series.push(await answerTimes())
  const p95 = Math.min(...series.map((times) => at(times, 0.95)))
  const p50 = Math.min(...series.map((times) => at(times, 0.5)))
  const seconds = (build + follow + once) / 1_000
  const figures: Figure[] = [
    {
      name: 'graph, look-through and one stress test',
      value: seconds,
      unit: 's',
      bar: { atMost: 5 },
    },
    { name: '  its look-through, to building it', value: follow / build, unit: '×' },
    { name: '  its first stress test, to building it', value: once / build, unit: '×' },
    { name: '  memory at most', value: peakMb, unit: 'MB', bar: { atMost: 300 } },
    { name: '  memory of a process that does nothing', value: emptyMb, unit: 'MB' },
    {
      name: `answer to a stress test, p95 of ${ANSWERS}`,
      value: p95,
      unit: 'ms',
      bar: { atMost: 60 },
    },
    { name: '  p50', value: p50, unit: 'ms' },
    { name: '  p95, to building the graph', value: p95 / build, unit: '×' },
  ]
  return {
    part: 'dependencies',
    title: 'Dependencies: 3,000 protocols with 30 tokens each',
    figures,
  }
}

/** Milliseconds of each answer, one after the other; none is remembered from another. */
async function answerTimes(): Promise<number[]> {
  const file = JSON.parse(JSON.stringify(createGraphFile(someGraph(), [])))
  const deps = { loadIndex: async () => file, log: () => {} }
  const issuers = [...TABLES.issuers.values()].flatMap(({ id, protocolId }) =>
    protocolId ? [] : id,
  )
  const times: number[] = []
  const ask = async (fails: string) => {
    const start = performance.now()
    const { status } = await answerStress(`?set=live&fails=${fails}`, deps)
    if (status !== 200) throw new Error(`"${fails}" was answered with status ${status}.`)
    return performance.now() - start
  }
  await ask(`${issuers[0]}:0.01`)
  for (let n = 0; n < ANSWERS; n += 1) {
    const drop = (n + 1) / ANSWERS
    times.push(
      await ask(
        `${issuers[n % issuers.length]}:${drop},${issuers[(n + 7) % issuers.length]}:${drop}`,
      ),
    )
  }
  return times.sort((a, b) => a - b)
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
}
