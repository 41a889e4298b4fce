import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { findCohort, readJsonFile, readRegistry } from './cohort.ts'
import { aRow, DAY, writeCohort, writeFiles } from './fixtures/small-cohort.ts'

const root = temporaryFolder()

beforeAll(() => {
  writeCohort(root, [aRow(1)])
  writeFiles(root, {
    'mine/api.llama.fi/protocols.json': [aRow(1), aRow(2)],
    'hollow/2023-01-01/readme.json': {},
    '2022-01-01.json': { protocols: [aRow(1)], parents: [] },
    '2022-07-01.json': [aRow(1)],
  })
  writeFileSync(path.join(root, 'broken.json'), '{"protocols": [')
})

const at = (name: string) => path.join(root, name)

describe(findCohort, () => {
  test('a folder or a file that is named after its day needs no more', () => {
    expect(findCohort(at(DAY))).toMatchObject({ day: DAY, kind: 'recording', name: DAY })
    expect(findCohort(`${at(DAY)}/`)).toMatchObject({ day: DAY, name: DAY })
    expect(findCohort(at('2022-01-01.json'))).toMatchObject({ day: '2022-01-01', kind: 'registry' })
  })

  test('another name needs the day after an @', () => {
    expect(findCohort(`${at('mine')}@2023-05-05`)).toMatchObject({
      day: '2023-05-05',
      name: 'mine',
    })
    expect(() => findCohort(at('mine'))).toThrow('The name of the cohort mine is not a day; write')
    expect(() => findCohort(`${at('mine')}@2023-02-30`)).toThrow('does not exist')
  })

  test('what is not there, or holds no protocols, is refused', () => {
    expect(() => findCohort(at('nowhere'))).toThrow('does not exist')
    expect(() => findCohort(at('hollow/2023-01-01'))).toThrow(
      'has no file api.llama.fi/protocols.json',
    )
  })
})

describe(readRegistry, () => {
  test('reads the rows of either kind', () => {
    expect(readRegistry(findCohort(`${at('mine')}@2023-05-05`))).toHaveLength(2)
    expect(readRegistry(findCohort(at('2022-01-01.json')))).toHaveLength(1)
  })

  test('a file of another shape is refused by name', () => {
    const refused = (name: string) => () => readRegistry(findCohort(at(name)))
    expect(refused('2022-07-01.json')).toThrow('2022-07-01.json is not a registry')
    expect(refused('broken.json@2022-01-01')).toThrow('broken.json is not valid JSON.')
    expect(() => readJsonFile(at('nowhere'))).toThrow(`${at('nowhere')} cannot be read.`)
  })
})
