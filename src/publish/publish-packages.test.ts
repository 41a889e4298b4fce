import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bulkInFolder } from '../bulk/earlier-bulk.ts'
import { PACKAGES_FOLDER, packageNames } from '../contract/package-names.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { carryPackages, publishPackages } from './publish-packages.ts'

const root = temporaryFolder()
const said: string[] = []
const progress = { line: (text: string) => void said.push(text) }
const keys = { signer: null, formerKeys: [] }

/** Publishes packages with this content into an empty folder. */
async function publish(name: string, content: string, version = '0.1.0') {
  const distDir = path.join(root, name)
  const packages = publishPackages({
    ...{ distDir, version, code: content, ...keys, progress },
    pack: async (folder) => {
      mkdirSync(folder, { recursive: true })
      for (const file of Object.values(packageNames(version)))
        writeFileSync(path.join(folder, file), content)
    },
  })
  const before = packages.isThere()
  await packages.add(distDir)
  return { distDir, were: [before, packages.isThere()] }
}

const read = (distDir: string, version: string) =>
  readFileSync(path.join(distDir, PACKAGES_FOLDER, packageNames(version).typescript), 'utf8')

test('a folder without packages is published again', async () => {
  expect((await publish('a', 'one')).were).toEqual([false, true])
})

test('a build that goes online keeps what the site serves, and says what it does not publish', async () => {
  const online = (await publish('online', 'served')).distDir
  const built = (await publish('built', 'new')).distDir
  const place = bulkInFolder(online, PACKAGES_FOLDER)
  expect(said).toEqual([])
  await carryPackages(built, place, keys, progress)
  expect(read(built, '0.1.0')).toBe('served')
  expect(said).toEqual([expect.stringMatching(/0\.1\.0 stay as they were published/)])
  const next = (await publish('next', 'newer', '0.2.0')).distDir
  await carryPackages(next, place, keys, progress)
  expect([read(next, '0.1.0'), read(next, '0.2.0')]).toEqual(['served', 'newer'])
  expect(said).toHaveLength(1)
})

test('a folder of documents alone stays without packages', async () => {
  const place = bulkInFolder(path.join(root, 'a'), PACKAGES_FOLDER)
  await carryPackages(path.join(root, 'none'), place, keys, progress)
  expect(said).toHaveLength(1)
})
