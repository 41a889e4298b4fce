import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Address, Hex } from '../../../chains/address.ts'
import type { Call } from '../../../chains/evm/call.ts'
import { usage } from '../../../domain/errors.ts'
import { contractEntry, readEntry } from '../../../wallet/evm/contracts/drivers.ts'
import { linkedCode } from './artifacts.ts'
import type { Origin } from './origin.ts'
import { asRecorded, RECORDED_RUNS, type RunDescription, readDescription } from './recorded-run.ts'
import { type Rig, startRig } from './rig.ts'
import { ask } from './run-driver.ts'

/** The time of the first block; each next one is a second later, so that a run is the same each time. */
export const START = 1_900_000_000
const SCENARIOS = path.join(import.meta.dirname, 'scenarios')

interface Leg {
  role: string
  token: Address
  amount: bigint
  within?: bigint
}

/** Opens positions; `close` closes them and returns what that paid or took, or the contracts’ own figure. */
export type Play = (
  stage: Stage,
) => Promise<{ owner: Address; entry: object; close: () => Promise<Leg[]> }>

/** What is done with the contracts of a protocol for a recorded run, as the file of the run says. */
export interface Scenario extends Omit<RunDescription, 'origin'> {
  origin: Omit<Origin, 'day' | 'scenario'>
  play: Play
}

export interface Stage {
  rig: Rig
  /** The creation code of a contract of the origin. */
  code: (contract: string, libraries?: Record<string, Address>) => Hex
}

export const SCENARIO_NAMES = globSync('*.ts', { cwd: SCENARIOS })
  .map((file) => path.parse(file).name)
  .sort()

export async function readScenario(name: string): Promise<Scenario> {
  if (!SCENARIO_NAMES.includes(name)) {
    const why = RECORDED_RUNS.includes(name)
      ? `The run ${name} was kept without its scenario, so it cannot be made again.`
      : `There is no run ${name}.`
    throw usage(`${why} These can be made again: ${SCENARIO_NAMES.join(', ')}.`)
  }
  const { play } = await import(path.join(SCENARIOS, `${name}.ts`))
  return { ...readDescription(name), play }
}

/** Plays a scenario with what is compiled in some folders. Returns the recorded run, as its file has it. */
export async function recordRun(
  scenario: Scenario,
  folders: readonly string[],
  day: string,
): Promise<Record<string, unknown>> {
  for (const folder of folders) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw usage(`There is no folder ${folder}.`)
  }
  const { play, origin, licence, made } = scenario
  // What is compiled elsewhere may be some bytes longer than a chain allows.
  const rig = await startRig({ nowMs: START * 1000, args: ['--disable-code-size-limit'] })
  try {
    await rig.rpc('anvil_setBlockTimestampInterval', [1])
    const code: Stage['code'] = (name, libraries = {}) =>
      compiledCode(name, libraries, origin, folders)
    const { owner, entry: fields, close } = await play({ rig, code })
    const entry = { source: 'test', ...fields }
    const reading = readEntry(contractEntry.parse(entry), owner)
    const replies: { to: Address; data: Hex; reply: Hex | null }[] = []
    let step = reading.next()
    while (!step.done) {
      const answers = []
      for (const call of step.value) {
        const answer = await ask(rig, withoutLens(call))
        replies.push({ to: call.to, data: call.data, reply: answer.ok ? answer.data : null })
        answers.push(answer)
      }
      step = reading.next(answers)
    }
    const findings = asRecorded(step.value)
    const legs = (await close()).map(({ amount, within, ...leg }) => {
      return { ...leg, amount: `${amount}`, ...(within && { within: `${within}` }) }
    })
    const said = { origin: { ...origin, scenario: 'kept', day }, licence, made }
    return { ...said, owner, entry, replies, legs, findings }
  } finally {
    await rig.stop()
  }
}

function withoutLens(call: Call): Call {
  if (call.code) throw usage('A run with lenses cannot be recorded yet.')
  return call
}

/** The compiler, as it writes it at the end of what it makes. */
const COMPILER = /64736f6c6343([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})0033$/

/** What the folders have of a contract. Throws when it is of another compiler than the origin names. */
function compiledCode(
  name: string,
  libraries: Record<string, Address>,
  { sources }: Scenario['origin'],
  folders: readonly string[],
): Hex {
  const source = sources.find(({ contracts }) => contracts.includes(name))
  if (source === undefined) throw usage(`The origin of this scenario does not name ${name}.`)
  const files = folders.flatMap((cwd) =>
    globSync(`**/${name}.json`, { cwd }).map((file) => path.join(cwd, file)),
  )
  const [file, ...more] = files
  if (file === undefined) throw usage(whatToPut(name, source))
  if (more.length > 0) throw usage(`${name}.json is there more than once: ${files.join(', ')}.`)
  const code = linkedCode(file, JSON.parse(readFileSync(file, 'utf8')), libraries)
  const version = COMPILER.exec(code)
    ?.slice(1)
    .map((byte) => Number.parseInt(byte, 16))
  if (version && `solc ${version.join('.')}` !== source.compiler)
    throw usage(`${file} is of solc ${version.join('.')}. The run is of ${source.compiler}.`)
  return code
}

function whatToPut(name: string, source: Origin['sources'][number]): string {
  const [what, version] =
    'repository' in source
      ? [`github.com/${source.repository}`, source.commit]
      : [source.package, source.version]
  const how = [source.compiler, source.settings].filter(Boolean).join(', ')
  return `No folder has ${name}.json. Build ${what} at ${version} as it says itself (${how}), and name the folder of what that makes: --artifacts FOLDER.`
}
