import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { SILENT } from '../domain/progress.ts'
import { takeSnapshot } from '../pipeline.ts'
import { openStore } from '../store/open.ts'
import { findNewestSnapshot } from '../store/snapshots.ts'
import { ROOT } from '../testing/scripts/run-script.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { beginAnew, holdsOtherSample } from './other-sample.ts'
import { chooseSnapshotInputs } from './snapshot-input.ts'

test('a store of an earlier sample begins anew, and one of this sample does not', async () => {
  const words = { source: 'seed', asOf: '2024-03-11' }
  const seed = chooseSnapshotInputs(words, readConfig({}), path.join(ROOT, 'data/seed'), new Date())
  const [input] = seed
  if (!input) throw new Error('The sample has no such day.')
  const file = path.join(folderOfTest(), 'sample.sqlite')
  const store = openStore(file)
  expect(holdsOtherSample(store, 'a')).toBe(false)
  await takeSnapshot({ ...input, store, codeFingerprint: 'a', progress: SILENT, clock: () => 0 })
  expect(holdsOtherSample(store, 'a')).toBe(false)
  expect(holdsOtherSample(store, 'b')).toBe(true)
  const anew = beginAnew(store, file)
  expect(findNewestSnapshot(anew)).toBeUndefined()
  expect(holdsOtherSample(anew, 'b')).toBe(false)
  anew.close()
})
