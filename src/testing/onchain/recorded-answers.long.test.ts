import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressIn } from '../../control/slots.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type Rig, startRig } from '../wallet/evm/rig.ts'
import { formatChange, type Read, readControl, readerOptions } from './read-control.ts'
import { placeRecorded, RECORDED_ANSWERS, readRecording } from './recorded-answers.ts'
import { finalize } from './world.ts'

const isMissing = !existsSync(RECORDED_ANSWERS)
if (isMissing) console.warn('The recorded answers of the chain are not beside the project: skipped')

describe.skipIf(isMissing || isAnvilMissing())('recorded answers of 2024-03-11', () => {
  let rig: Rig
  let read: Read
  const projects = isMissing ? [] : readRecording()

  beforeAll(async () => {
    rig = await startRig()
    const placed = new Map(
      projects.flatMap(({ contracts }) => contracts).map((each) => [each.address, each]),
    )
    for (const contract of placed.values()) await placeRecorded(rig, contract)
    await finalize(rig)
    const singletons = new Set([...placed.values()].flatMap(({ masterCopy }) => masterCopy ?? []))
    const targets = projects.flatMap(({ protocol, contracts }) =>
      contracts.map(({ address, type, name }) => ({
        address,
        name: `${protocol} ${name} ${address}`,
        role: type === 'gnosis safe' ? ('governance' as const) : ('funds' as const),
        protocol,
        candidates: [],
      })),
    )
    read = await readControl(readerOptions([rig.url]), new Map(), {
      targets,
      // The stubs are larger than the proxy of a Safe.
      isSafe: ({ slots }) => {
        const singleton = addressIn(slots?.safeSingleton)
        return singleton !== null && singletons.has(singleton)
      },
    })
  }, 240_000)

  afterAll(() => rig?.stop())

  /** Words of each proxy of a protocol, and how many proxies have them. */
  const proxiesOf = (protocol: string) => {
    const counts: Record<string, number> = {}
    for (const [name, { proxy, codeChange }] of Object.entries(read.controls)) {
      if (!name.startsWith(`${protocol} `) || !['eip1967', 'zos'].includes(proxy ?? '')) continue
      const words = formatChange(codeChange).join(' | ')
      counts[words] = (counts[words] ?? 0) + 1
    }
    return counts
  }

  test('the proxies of each protocol lead to whom the record names', () => {
    const found = Object.fromEntries(
      projects.flatMap(({ protocol }) => {
        const counts = proxiesOf(protocol)
        return Object.keys(counts).length === 0 ? [] : [[protocol, counts]]
      }),
    )
    expect(found).toEqual({
      across: { '? unidentified': 1 },
      aevo: { 'safe 3/5 after 0': 4 },
      cbridge: { 'eoa after 0': 1, 'nobody after 0': 1 },
      debridge: { 'safe 5/8 after 0': 5 },
      'dydx-v3': { 'unidentified after null | +': 4 },
      // One of two signers is enough, and both are contracts: each is a way of its own.
      eigenlayer: { 'safe 3/5 after 864000 | safe 9/13 after 0': 17 },
      loopring: { '? unidentified': 1 },
      'lyra-v2': { 'safe 3/5 after 0': 6 },
      'orbit-bridge': { 'unidentified after null | +': 4 },
      // Wormhole governs itself: its admin slot is zero, which does not mean that no one governs it.
      portal: { '? unidentified': 2 },
      stargate: { 'eoa after 0': 2, 'unidentified after null | +': 1 },
      synapse: { 'safe 2/3 after 180 | unidentified after 180 | unidentified after null | +': 1 },
    })
  })

  test('46 of 50 proxies lead to a path, in few requests', () => {
    const words = projects.flatMap(({ protocol }) => Object.entries(proxiesOf(protocol)))
    const sum = (rows: [string, number][]) => rows.reduce((total, [, count]) => total + count, 0)
    expect(sum(words)).toBe(50)
    expect(sum(words.filter(([text]) => !text.startsWith('?')))).toBe(46)
    expect(read.requests).toBeLessThan(40)
  })
})
