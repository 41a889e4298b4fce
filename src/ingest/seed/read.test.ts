import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { readSeed } from './read.ts'

const SANDBOX = fileURLToPath(new URL('../../../data/sandbox/', import.meta.url))

let dir: string

beforeEach(() => {
  dir = folderOfTest()
  cpSync(SANDBOX, dir, { recursive: true })
})

/** Replaces the first match in a file of the copy; a text that is not there is a fault of the test. */
function change(file: string, from: string, to: string): void {
  const text = readFileSync(path.join(dir, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} holds no ${from}`)
  writeFileSync(path.join(dir, file), text.replace(from, to))
}

describe('reading a seed folder', () => {
  it('a path and a URL, with or without a slash at the end, read the same', () => {
    const batches = readSeed(SANDBOX)
    expect(batches.size).toBe(7)
    expect(readSeed(SANDBOX.replace(/\/$/, ''))).toEqual(batches)
    expect(readSeed(pathToFileURL(SANDBOX))).toEqual(batches)
  })

  it('a file that is not there is named', () => {
    rmSync(path.join(dir, 'bounties.json'))
    expect(() => readSeed(dir)).toThrow(
      expect.objectContaining({
        code: 'NOT_RECORDED',
        message: expect.stringMatching(/bounties\.json cannot be read\.$/),
      }),
    )
  })

  it('a file that is not JSON is named', () => {
    writeFileSync(path.join(dir, 'reviews.json'), '<html>')
    expect(() => readSeed(dir)).toThrow(
      expect.objectContaining({
        code: 'UPSTREAM_INVALID',
        message: expect.stringMatching(/reviews\.json is not valid JSON\.$/),
      }),
    )
  })

  it.each([
    ['prose', '"name":"Guillemot Lend"', '"description":"Earn","name":"Guillemot Lend"'],
    ['a day that does not exist', '"asOf":"2026-01-01"', '"asOf":"2026-02-30"'],
    ['a row without a day', '"asOf":"2026-01-01","source"', '"source"'],
    ['a row without a source', '"source":"sandbox","listedOn"', '"listedOn"'],
    ['an amount below zero', '"tvl":182000000', '"tvl":-182000000'],
    ['an amount beyond belief', '"tvl":182000000', '"tvl":1e18'],
    ['a change written as percent', '"tvlChange7d":-0.021', '"tvlChange7d":-2.1'],
    ['an id that is not a number', '"id":"9000001"', '"id":"guillemot"'],
    ['an unknown section', '"borrowed":121000000', '"borowed":121000000'],
  ])('%s is refused, with the file and the place', (_, from, to) => {
    change('protocols.json', from, to)
    expect(() => readSeed(dir)).toThrow(
      expect.objectContaining({
        code: 'UPSTREAM_INVALID',
        message: expect.stringMatching(
          /protocols\.json does not match its schema: .*protocols\[0]/s,
        ),
      }),
    )
  })

  it('a multisig that more must sign than there are is refused', () => {
    const multisig = '{"threshold":4,"signers":3,"outsiders":null,"publicSigners":null}'
    change('reviews.json', '"accessibility":"L",', `"accessibility":"L","multisigs":[${multisig}],`)
    expect(() => readSeed(dir)).toThrow(/has a threshold above the number of signers/)
  })

  it.each([
    ['an address in capitals', 'control', '"address":"0x', '"address":"0X'],
    ['an unknown actor', 'control', '"actor":"safe"', '"actor":"sage"'],
    ['signers without a threshold', 'control', '"threshold":3,', ''],
    ['more signatures than signers', 'control', '"threshold":3,', '"threshold":6,'],
    ['a contract without a record', 'control', '"source":"sandbox","link"', '"link"'],
    ['a loan above the threshold', 'markets', '"loanToValue":0.8,', '"loanToValue":0.84,'],
    ['a threshold without a loan to value', 'markets', '"loanToValue":0.8,', ''],
    ['a share written as percent', 'markets', '"loanToValue":0.8,', '"loanToValue":80,'],
  ])('%s is refused', (_, file, from, to) => {
    change(`${file}.json`, from, to)
    expect(() => readSeed(dir)).toThrow(new RegExp(`${file}\\.json does not match its schema`))
  })

  it('a contract of a later day than its file, or one that is there twice, is refused', () => {
    change('control.json', '"day":"2025-', '"day":"2027-')
    expect(() => readSeed(dir)).toThrow(/has a row that is later than the file/)
    change('control.json', '"day":"2027-', '"day":"2025-')
    const file = path.join(dir, 'control.json')
    const { contracts, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
    const twice = { ...rest, contracts: [...contracts, { ...contracts[0], name: 'Again' }] }
    writeFileSync(file, JSON.stringify(twice))
    expect(() => readSeed(dir)).toThrow(/has a contract of a protocol twice/)
  })

  it('an incident that belongs to nothing is refused', () => {
    change('incidents.json', '"protocolId":"9000001",', '')
    expect(() => readSeed(dir)).toThrow(/incidents\.json does not match its schema/)
  })
})
