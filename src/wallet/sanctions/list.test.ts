import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { addDays, UNDATED } from '../../domain/day.ts'
import { SOURCES } from '../../domain/sources.ts'
import { screen } from '../model/screening.ts'
import { indexSanctions, LIST_MAX_AGE_DAYS, type SanctionIndex, screenByList } from './list.ts'

const TODAY = '2026-11-21'
const EVM = '0xabcdef0123456789abcdef0123456789abcdef01'
const OTHER_EVM = '0x1111111111111111111111111111111111111111'
const SOLANA = 'FixtureSanctioned1111111111111111111111111'

const listOf = (byAsset: Record<string, string[]>, asOf: string | null = TODAY) =>
  indexSanctions({ source: 'ofac', asOf, byAsset })

const LIST = listOf({ ETH: [OTHER_EVM], USDC: [EVM], SOL: [SOLANA] })

const known = (value: boolean, asOf = TODAY) => ({ known: true, value, asOf, source: 'ofac' })
const missing = (reason: string) => ({ known: false, reason, source: 'ofac' })

describe('the sanctions list', () => {
  test('names an EVM account under whatever asset it stands and in whatever case it is asked', () => {
    for (const address of [EVM, EVM.toUpperCase().replace('0X', '0x'), OTHER_EVM]) {
      expect(screenByList(LIST, address, TODAY)).toEqual(known(true))
    }
  })

  test('is read in lower case also when it is written in upper case', () => {
    const list = listOf({ ETH: [`0x${EVM.slice(2).toUpperCase()}`] })
    expect(screenByList(list, EVM, TODAY)).toEqual(known(true))
  })

  test('names a Solana account only as it is written, since another case is another account', () => {
    expect(screenByList(LIST, SOLANA, TODAY)).toEqual(known(true))
    expect(screenByList(LIST, SOLANA.toLowerCase(), TODAY)).toEqual(known(false))
  })

  test('clears whom it does not name, up to the last day of its limit', () => {
    const stranger = `0x${'2'.repeat(40)}`
    expect(screenByList(LIST, stranger, TODAY)).toEqual(known(false))
    expect(screenByList(LIST, stranger, addDays(TODAY, LIST_MAX_AGE_DAYS))).toEqual(known(false))
    const late = addDays(TODAY, LIST_MAX_AGE_DAYS + 1)
    expect(screenByList(LIST, stranger, late)).toEqual(missing('stale'))
  })

  test('still names whom it names when it is past its limit', () => {
    expect(screenByList(LIST, EVM, addDays(TODAY, 365))).toEqual(known(true))
  })

  test('clears no address when it is dated in the future, but for a clock that runs a day ahead', () => {
    const stranger = `0x${'2'.repeat(40)}`
    expect(screenByList(LIST, stranger, addDays(TODAY, -1))).toEqual(known(false))
    expect(screenByList(LIST, stranger, addDays(TODAY, -2))).toEqual(missing('refused'))
  })

  test.each([
    ['no list', null],
    ['a list of nobody', listOf({ ETH: [], XBT: [] })],
  ])('%s clears nobody', (_, list) => {
    expect(screenByList(list, EVM, TODAY)).toEqual(missing('upstream-failed'))
  })

  test('without a day lists addresses and clears none: it may be of any age', () => {
    const undated = listOf({ ETH: [EVM] }, null)
    expect(screenByList(undated, EVM, TODAY)).toEqual(known(true, UNDATED))
    expect(screenByList(undated, OTHER_EVM, TODAY)).toEqual(missing('stale'))
    const { sources } = screen([screenByList(undated, EVM, TODAY)])
    expect(sources).toEqual([{ id: 'ofac', asOf: null, hit: true }])
  })

  test('has the age limit that the source of the list has', () => {
    expect(LIST_MAX_AGE_DAYS).toBe(SOURCES.ofac.maxAgeDays)
  })
})

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const accounts = hex(40).map((digits) => `0x${digits}`)
const assets = fc.dictionary(fc.constantFrom('ETH', 'USDT', 'ARB', 'SOL'), fc.array(accounts), {
  minKeys: 1,
})

/** The same text with each letter in one case or the other. */
const recased = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: 40, maxLength: 40 })
    .map((upper) =>
      text.replace(/(?<=^0x.*)./g, (letter, at: number) =>
        upper[at - 2] ? letter.toUpperCase() : letter,
      ),
    )

describe('whatever the list holds', () => {
  const namesIt = (list: SanctionIndex, address: string) => {
    const reading = screenByList(list, address, TODAY)
    return reading.known && reading.value
  }

  test('every account in it is named, in every case, and no other is', () => {
    fc.assert(
      fc.property(
        assets.filter((lists) => Object.values(lists).flat().length > 0),
        accounts,
        (byAsset, stranger) => {
          const list = listOf(byAsset)
          const all = Object.values(byAsset).flat()
          for (const address of all) expect(namesIt(list, address)).toBe(true)
          expect(namesIt(list, stranger)).toBe(all.includes(stranger))
        },
      ),
    )
  })

  test('case never changes the answer for an EVM account', () => {
    fc.assert(
      fc.property(
        accounts.chain((address) =>
          fc.tuple(fc.constant(address), recased(address), recased(address)),
        ),
        ([address, listed, asked]) => {
          expect(listed.toLowerCase()).toBe(address)
          expect(namesIt(listOf({ ETH: [listed] }), asked)).toBe(true)
        },
      ),
    )
  })
})

const recording = new URL(
  '../../../../shared/upstream/sanctions/ofac_2024-09-27.json',
  import.meta.url,
)

describe.skipIf(!existsSync(recording))('the recorded list', () => {
  test('lists all its EVM accounts together, and no other', () => {
    const { by_asset: byAsset } = z
      .object({ by_asset: z.record(z.string(), z.array(z.string())) })
      .parse(JSON.parse(readFileSync(recording, 'utf8')))
    const list = listOf(byAsset)
    const evm = Object.values(byAsset)
      .flat()
      .filter((address) => /^0x/.test(address))
    expect(list.evm.size).toBe(new Set(evm.map((address) => address.toLowerCase())).size)
    expect(list.evm.size).toBeGreaterThan(100)
    expect([...list.others].some((address) => address.startsWith('0x'))).toBe(false)
    expect(screenByList(list, `0x${'2'.repeat(40)}`, TODAY)).toEqual(known(false))
  })
})
