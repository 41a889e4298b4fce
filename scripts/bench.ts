import { availableParallelism } from 'node:os'
import { type BenchPart, parseOptions } from './bench/options.ts'
import { type Section, table } from './bench/table.ts'
import { run } from './command/terminal.ts'

const HELP = `Measure speed and memory, as ratios within one run: npm run bench -- [options]

  --only PART   measure one part alone: job, gateway or workers (default all)
  --runs N      times that the job is run; the median counts (default 3)
  --json        print the figures as JSON: name, value, unit and bar of each, by part
  --help        this text

job       the whole job, from recorded rows to all documents on disk; reads a recording of 4,047 protocols beside the
          project when there is one, else invented protocols
gateway   prerendered reads through the gateway, key checked and counted, against a server that only sends the same, by
          processor time
workers   the same reads by two processes that count in one file, against one process

Everything is written to temporary folders, up to 1 GB for each run of the job. Compare only figures of one run: another machine, or another load on this one, gives others.
Exit code: 0, also when a bar is missed; 1 when a run fails; 2 for a wrong option.`

async function main(): Promise<void> {
  const { parts, runs, json, help } = parseOptions(process.argv.slice(2))
  if (help) {
    console.log(HELP)
    return
  }
  const measure: Record<BenchPart, () => Promise<Section>> = {
    job: async () => (await import('./bench/job-bench.ts')).runJobBench(runs),
    gateway: async () => (await import('./bench/gateway-bench.ts')).runGatewayBench(),
    workers: async () => (await import('./bench/workers-bench.ts')).runWorkersBench(),
  }
  const machine = `Node ${process.version}, ${availableParallelism()} cores`
  const sections: Section[] = []
  if (!json) console.log(machine)
  for (const part of parts) {
    const section = await measure[part]()
    sections.push(section)
    if (!json) console.log(`\n${table(section)}`)
  }
  if (json) console.log(JSON.stringify({ machine, sections }, null, 2))
}

await run(main)
