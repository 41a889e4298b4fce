import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { takeSnapshot } from '../pipeline.ts'
import { packStore } from '../publish/pack-store.ts'
import { copyStore } from '../store/history.ts'
import { openStore, type Store } from '../store/open.ts'
import { bodies, DAY, rows } from '../testing/pipeline/bodies.ts'
import { memoryReader, options } from '../testing/pipeline/world.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const PROTOCOLS = 120

const folder = temporaryFolder()

test('a further day adds less than a hundredth of what the store takes for one and, packed, less than a twentieth', async () => {
  const store = openStore(':memory:')
  const one = await afterDay(store, 0)
  for (let n = 1; n < 4; n += 1) await afterDay(store, n, false)
  const early = await afterDay(store, 4)
  for (let n = 5; n < 24; n += 1) await afterDay(store, n, false)
  const late = await afterDay(store, 24)
  for (const form of ['plain', 'packed'] as const) {
    expect((late[form] - early[form]) / 20 / one[form]).toBeLessThan(form === 'plain' ? 0.01 : 0.05)
  }
  // Every number of every day is there all the same.
  const counts =
    'SELECT (SELECT COUNT(*) FROM scores), (SELECT COUNT(*) FROM tvl_daily WHERE section = 0)'
  expect(store.prepare(counts).raw().get()).toEqual([25 * PROTOCOLS, (40 + 24) * PROTOCOLS])
}, 120_000)

/** Takes the snapshot of a day on which every TVL is another one; the size of the store after it. */
async function afterDay(store: Store, n: number, measure = true) {
  const asOf = addDays(DAY, n)
  const given = rows(PROTOCOLS).map((row, index) => {
    const factor = 1 + Math.sin(n * 7 + index) / 20
    const amounts = { Ethereum: 2e6 * factor, Base: 1e6 / factor, 'Ethereum-staking': 50 + n }
    return { ...row, tvl: amounts.Ethereum + amounts.Base, chainTvls: amounts, change_7d: n / 3 }
  })
  await takeSnapshot(options(store, memoryReader(bodies(given, 40)), asOf))
  if (!measure) return { plain: 0, packed: 0 }
  const plain = path.join(folder, `${n}.sqlite`)
  copyStore(store, plain)
  await packStore(plain, `${plain}.zst`)
  return { plain: statSync(plain).size, packed: statSync(`${plain}.zst`).size }
}
