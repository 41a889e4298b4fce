import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { dayOf } from '../src/domain/day.ts'
import { usage } from '../src/domain/errors.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Make a recorded run of a protocol's contracts again: npm run record-driver -- NAME [options]

  --artifacts FOLDER  what the protocol's own build made of its contracts (Foundry's out, Hardhat's artifacts); may be repeated.
                      Without one it names the first contract that is needed, its repository or package, version and compiler
  --check             compare with the file that is kept instead of writing it; exit code 1 when they differ
  --list              all recorded runs, where they are from and which can be made again
  --help              this text

Plays src/testing/wallet/evm/scenarios/NAME.ts on a local chain, reads it with the driver, closes the positions and writes
src/testing/wallet/evm/recorded/NAME.json. The contracts themselves are not kept, only what they answered. The day is that of
the recording, and is not compared.`

const NOT_COMPARED = 'origin.day'

async function list(): Promise<void> {
  const { RECORDED_RUNS, readRecordedRun } = await import(
    '../src/testing/wallet/evm/recorded-run.ts'
  )
  const runs = RECORDED_RUNS.map((name) => ({ name, ...readRecordedRun(name).origin }))
  for (const { name, scenario, sources } of runs) {
    const from = sources.map((each) =>
      'repository' in each
        ? `${each.repository}@${each.commit}`
        : `${each.package} ${each.version}`,
    )
    console.log(`${scenario === 'kept' ? '✓' : '-'} ${name}: ${[...new Set(from)].join(', ')}`)
  }
  const kept = runs.filter(({ scenario }) => scenario === 'kept').length
  console.log(
    `${kept} of ${runs.length} can be made again; of the others the scenario was not kept.`,
  )
}

async function record(name: string, folders: readonly string[], isCheck: boolean): Promise<void> {
  const { readScenario, recordRun } = await import('../src/testing/wallet/evm/record-run.ts')
  const made = await recordRun(await readScenario(name), folders, dayOf(Date.now()))
  const file = new URL(`../src/testing/wallet/evm/recorded/${name}.json`, import.meta.url)
  if (isCheck) {
    const differences = differencesOf(JSON.parse(readFileSync(file, 'utf8')), made)
    for (const each of differences) console.log(`✗ ${name} ${each}`)
    if (differences.length > 0) process.exitCode = 1
    else console.log(`✓ ${name}: as it is kept`)
    return
  }
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
  const biome = new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url)
  execFileSync(process.execPath, [biome.pathname, 'format', '--write', file.pathname])
  console.log(`✓ ${name}: written`)
}

/** Where two values differ, and how. */
function differencesOf(kept: unknown, made: unknown, at = ''): string[] {
  if (at === NOT_COMPARED || isDeepStrictEqual(kept, made)) return []
  if (!isRecord(kept) || !isRecord(made))
    return [`${at} was ${JSON.stringify(kept)}, is ${JSON.stringify(made)}`]
  const keys = new Set([...Object.keys(kept), ...Object.keys(made)])
  return [...keys].flatMap((key) =>
    differencesOf(kept[key], made[key], at === '' ? key : `${at}.${key}`),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

await run(async () => {
  const { values, positionals } = readArguments({
    allowPositionals: true,
    options: {
      artifacts: { type: 'string', multiple: true, default: [] },
      check: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [name, ...more] = positionals
  if (values.help) console.log(HELP)
  else if (values.list && name !== undefined) throw usage('--list takes no name.')
  else if (values.list) await list()
  else if (name === undefined || more.length > 0) throw usage('Name one run. Try --list or --help.')
  else await record(name, values.artifacts, values.check)
})
