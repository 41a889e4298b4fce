import fc from 'fast-check'
import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { at, says } from '../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Address, Hex } from '../../../wallet/model/address.ts'
import type { CallResult } from '../chain-reader.ts'
import { LATEST_ROUND, PART_GETTERS, readFeedCode } from './feed-code.ts'
import { readFeeds } from './feeds.ts'
import { fakeReader, NOW } from './fixtures/readers.ts'

const [FEED, PART, OTHER] = [at(1), at(2), at(3)]
const DELEGATECALL = 'f4'
const AGGREGATOR = codeWith(
  'latestRoundData()',
  'aggregator()',
  'phaseId()',
  'confirmAggregator(address)',
  'owner()',
)
const ADAPTER = codeWith('BASE_FEED_1()', 'BASE_FEED_2()')

describe('a feed that is not read whole', () => {
  test('is null where its code cannot be read', async () => {
    const reader = fakeReader({ codes: { [FEED]: AGGREGATOR }, hidden: [FEED] })
    expect((await readFeeds(reader, [FEED], NOW))(FEED)).toBeNull()
  })

  test('is null where the code of a part cannot be read', async () => {
    const codes = { [FEED]: ADAPTER, [PART]: AGGREGATOR }
    const facts = [part(FEED, 'BASE_FEED_1', PART)]
    const hidden = fakeReader({ codes, facts, hidden: [PART] })
    expect((await readFeeds(hidden, [FEED], NOW))(FEED)).toBeNull()
    const seen = fakeReader({ codes, facts })
    expect((await readFeeds(seen, [FEED], NOW))(FEED)).toMatchObject({ kind: 'aggregator' })
  })

  test.each<[string, CallResult]>([
    ['no node says', { kind: 'failed' }],
    ['bytes that fit nothing say', { kind: 'ok', data: '0x01' }],
  ])('is null where %s what its parts are', async (_, bad) => {
    const change = (call: { to: Address }, result: CallResult): CallResult =>
      call.to === FEED ? bad : result
    const reader = fakeReader({ codes: { [FEED]: ADAPTER }, change })
    expect((await readFeeds(reader, [FEED], NOW))(FEED)).toBeNull()
  })

  test('that names itself, directly or through another, is null', async () => {
    const codes = { [FEED]: ADAPTER, [PART]: ADAPTER }
    const facts = [part(FEED, 'BASE_FEED_1', PART), part(PART, 'BASE_FEED_1', FEED)]
    expect((await readFeeds(fakeReader({ codes, facts }), [FEED], NOW))(FEED)).toBeNull()
  })

  test('that leads too deep is null, in a bounded number of rounds', async () => {
    const places = Array.from({ length: 30 }, (_, index) => at(100 + index))
    const codes = Object.fromEntries(places.map((each) => [each, ADAPTER]))
    const facts = places.slice(1).map((each, index) => part(at(100 + index), 'BASE_FEED_1', each))
    const reader = fakeReader({ codes, facts })
    expect((await readFeeds(reader, [at(100)], NOW))(at(100))).toBeNull()
    expect(reader.rounds.length).toBeLessThanOrEqual(5)
  })

  test('without code is unidentified, and nothing is asked of it but its rounds', async () => {
    const reader = fakeReader({})
    const find = await readFeeds(reader, [FEED], NOW)
    expect(find(FEED)).toMatchObject({ kind: 'unidentified', owner: null, ageSeconds: null })
    expect(reader.rounds.flat()).toHaveLength(1)
    expect(find(null)).toBeNull()
    expect(find(OTHER)).toBeNull()
  })
})

describe('the age of a feed', () => {
  const read = async (updated: bigint, time: bigint | null) => {
    const facts = [says(FEED, LATEST_ROUND, [], 1n, 5n, updated, updated, 1n)]
    const reader = fakeReader({ codes: { [FEED]: AGGREGATOR }, facts })
    return (await readFeeds(reader, [FEED], time))(FEED)?.ageSeconds
  }

  test('is the time from its update to the block, and never below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: 2n * NOW }), async (updated) => {
        const age = await read(updated, NOW)
        expect(age).toBe(updated > NOW ? null : Number(NOW - updated))
      }),
    )
  })

  test('is not known without the time of the block, or of a feed that was never updated', async () => {
    expect(await read(NOW - 5n, null)).toBeNull()
    expect(await read(0n, NOW)).toBeNull()
  })
})

describe(readFeedCode.name, () => {
  test.each(PART_GETTERS)('finds %s anywhere in the code, but only at whole bytes', (getter) => {
    const selector = toFunctionSelector(getter).slice(2)
    expect(readFeedCode(`0x${'5b'.repeat(9)}${selector}00`).parts).toEqual([getter])
    expect(readFeedCode(`0x5${selector}0`).parts).not.toContain(getter)
  })

  test('code that can reach outside itself is not constant, whatever else it does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('54', '55', 'f0', 'f1', 'f2', DELEGATECALL, 'f5', 'fa'),
        fc.nat({ max: 40 }),
        (instruction, before) => {
          expect(readFeedCode(`0x${'01'.repeat(before)}${instruction}00`).kind).toBe('unknown')
        },
      ),
    )
  })

  test('data that a push carries is no instruction, and neither is the metadata', () => {
    expect(readFeedCode(`0x60${DELEGATECALL}00`).kind).toBe('constant')
    // A CBOR map of one pair that holds the byte of SSTORE.
    expect(readFeedCode('0x00a1616155000005').kind).toBe('constant')
    expect(readFeedCode('0x').kind).toBe('unknown')
  })

  test('half of the selectors of an aggregator are not one', () => {
    expect(readFeedCode(codeWith('latestRoundData()', 'aggregator()')).kind).toBe('constant')
    expect(readFeedCode(AGGREGATOR)).toMatchObject({ kind: 'aggregator', hasOwner: true })
  })
})

/** Code in which these selectors stand as data of pushes. */
function codeWith(...names: string[]): Hex {
  return `0x${names.map((name) => `63${toFunctionSelector(`function ${name}`).slice(2)}`).join('')}`
}

function part(feed: Address, getter: string, to: Address) {
  return says(feed, `function ${getter}() view returns (address)`, [], to)
}
