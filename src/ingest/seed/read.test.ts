import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { mapProtocols } from '../defillama/protocols-map.ts'
import { loadPastDays, loadSeed, readSeed, seedOn } from './read.ts'

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

const FOLDER = new URL('../../../data/seed/', import.meta.url)
const SEED = loadSeed(FOLDER)
const DAYS = loadPastDays(FOLDER)
const RECORDING = new URL(
  '../../../../shared/upstream/2024-03-11/api.llama.fi/protocols.json',
  import.meta.url,
)

/** Every day in a value, by where it is. */
function daysIn(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? [[at, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => daysIn(part, `${at}.${key}`))
}

describe.each(DAYS)('the sample on $asOf', (past) => {
  const { asOf } = past
  const then = seedOn(SEED, past)

  test('knows nothing of a later day', () => {
    const days = daysIn(then)
    expect(days.length).toBeGreaterThan(500)
    // The day on which a report was read is none of its facts.
    expect(days.filter(([at, day]) => day > asOf && !at.endsWith('.readOn'))).toEqual([])
  })

  test('has protocols of the sample only, each once, with amounts of three digits', () => {
    const ids = then.protocols.protocols.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const today = new Set(SEED.protocols.protocols.map(({ id }) => id))
    expect(ids.filter((id) => !today.has(id))).toEqual([])
    for (const file of [past.bounties, past.adapters])
      expect(file.filter(({ protocolId }) => !ids.includes(protocolId))).toEqual([])
    const amounts = past.protocols.flatMap(({ tvl = {} }) =>
      Object.values(tvl).flatMap(Object.values),
    )
    expect(amounts.filter((usd) => Number(usd.toPrecision(3)) !== usd)).toEqual([])
  })

  test('has rows of that day, not of the newest', () => {
    expect(past.protocols.filter((row) => row.asOf !== asOf)).toEqual([])
    const newest = new Map(SEED.protocols.protocols.map((row) => [row.id, row.asOf]))
    expect(past.protocols.filter(({ id }) => (newest.get(id) ?? '') <= asOf)).toEqual([])
  })
})

test.skipIf(!existsSync(RECORDING))('the facts of 2024-03-11 are those of its registry', () => {
  const options = { asOf: '2024-03-11', source: 'defillama-protocols' }
  const body: unknown = JSON.parse(readFileSync(RECORDING, 'utf8'))
  const upstream = new Map(mapProtocols(body, options).protocols?.map((row) => [row.id, row]))
  const [past] = DAYS
  const odd = (past?.protocols ?? []).flatMap((row) => {
    const then = upstream.get(row.id)
    const { auditFlag, tvlChange7d, listedOn } = then?.facts ?? {}
    const total = then?.tvl.known
      ? then.tvl.value.reduce((sum, { section, usd }) => sum + (section === 'tvl' ? usd : 0), 0)
      : 0
    const own = Object.values(row.tvl ?? {}).reduce((sum, { tvl = 0 }) => sum + tvl, 0)
    const isSame =
      then?.slug === row.slug &&
      row.listedOn === (listedOn?.known ? listedOn.value : undefined) &&
      row.auditFlag === (auditFlag?.known ? auditFlag.value : undefined) &&
      (tvlChange7d?.known ?? false) === (row.tvlChange7d !== undefined) &&
      Math.abs(own - total) <= total * 0.01
    return isSame ? [] : [row.slug]
  })
  expect(odd).toEqual([])
})
