import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  forgeDocument,
  type PublishedWorld,
  publishWorld,
} from '../../src/testing/published/published-site.ts'
import { temporaryFolder } from '../../src/testing/temporary-folder.ts'
import { verifyScoreCommand } from './verify-score.ts'

const folder = temporaryFolder()
let world: PublishedWorld

beforeAll(async () => {
  world = await publishWorld(folder)
})

async function verify(...words: string[]) {
  let stdout = ''
  let stderr = ''
  const status = await verifyScoreCommand(words, {
    out: (text) => {
      stdout += `${text}\n`
    },
    err: (text) => {
      stderr += `${text}\n`
    },
    temporary: folder,
    listed: () => [],
  })
  return { status, stdout, stderr }
}

describe('npm run verify-score', () => {
  test('ends with 0 and one line when the score is reproduced, and leaves nothing behind', async () => {
    const before = readdirSync(folder).sort()
    const { status, stdout, stderr } = await verify(
      '--snapshot',
      world.distDir,
      '--id',
      'harbour-1',
    )
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^reproduced: harbour-1 \d\.\d [a-z-]+, methodology \S+, snapshot 2024-03-10-\w{12}, \d+ signals, \d+ readings from \d sources\n$/,
    )
    expect(readdirSync(folder).sort()).toEqual(before)
  })

  test('gives the outcome as JSON for a machine', async () => {
    const { status, stdout } = await verify('--snapshot', world.distDir, '--all', '--json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'all-reproduced', protocols: 6 })
    const unknown = await verify('--snapshot', world.distDir, '--id', 'harbr-1', '--json')
    expect(unknown.status).toBe(2)
    expect(JSON.parse(unknown.stdout)).toMatchObject({ outcome: 'unknown-id' })
  })

  test('ends with 1 and the first difference, and with 4 when nothing can be checked', async () => {
    const name = 'live/protocols/harbour-3.json'
    forgeDocument(world.distDir, name, (text) => text.replace('"Harbour 3"', '"Port 3"'), {
      rehash: true,
    })
    const differs = await verify('--snapshot', world.distDir, '--id', 'harbour-3')
    expect(differs.status).toBe(1)
    expect(differs.stdout).toContain('\n  name: published "Port 3", rebuilt "Harbour 3"\n')

    forgeDocument(world.distDir, name, (text) => text.replace('"Port 3"', '"Port 4"'))
    const damaged = await verify('--snapshot', world.distDir, '--id', 'harbour-3')
    expect([damaged.status, damaged.stdout]).toEqual([4, ''])
    expect(damaged.stderr).toMatch(/^cannot be checked: .*harbour-3\.json was changed after.*\n$/)
    const asJson = await verify('--snapshot', world.distDir, '--id', 'harbour-3', '--json')
    expect(JSON.parse(asJson.stdout)).toMatchObject({ outcome: 'cannot-be-checked' })
  })

  test.each([
    [[], 'Name what to check'],
    [['--snapshot', 'dist'], 'Name one protocol with --id'],
    [['--snapshot', 'dist', '--id', ''], 'Name one protocol with --id'],
    [['--snapshot', 'dist', '--id', 'x', '--all'], 'Name one protocol with --id'],
    [['--snapshot', 'https://a.example', '--store', 'x', '--all'], '--store needs a folder'],
    [['--snapshot', 'http://a.example', '--all'], 'only localhost is read over http'],
    [['--what'], '--what'],
  ])('%j ends with 2 and says why', async (words, why) => {
    const { status, stderr } = await verify(...words)
    expect(status).toBe(2)
    expect(stderr).toContain(why)
  })

  test('names every exit code in its help', async () => {
    const { status, stdout } = await verify('--help')
    expect(status).toBe(0)
    for (const code of ['0 reproduced', '1 a difference', '2 a wrong', '3 published', '4 it']) {
      expect(stdout).toContain(code)
    }
  })
})
