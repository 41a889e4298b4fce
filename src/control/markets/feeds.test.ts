import fc from 'fast-check'
import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../chains/address.ts'
import { at, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import { FEED_OWNER, LATEST_ROUND, PART_GETTERS, readFeedCode } from './feed-code.ts'
import { readFeeds } from './feeds.ts'
import { type FakeChain, fakeReader, NOW } from './fixtures/readers.ts'

const [FEED, PART, OTHER] = [at(1), at(2), at(3)]
const PAST_ROUND = 'function getRoundData(uint80)'
/** Any reason. */
const UNREAD = expect.any(String)
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
  test('is unread where its code cannot be read', async () => {
    const reader = fakeReader({ codes: { [FEED]: AGGREGATOR }, hidden: [FEED] })
    expect((await readFeeds(reader, [FEED], NOW))(FEED)).toEqual(UNREAD)
  })

  test('is unread where the code of a part cannot be read', async () => {
    const codes = { [FEED]: ADAPTER, [PART]: AGGREGATOR }
    const facts = [part(FEED, 'BASE_FEED_1', PART)]
    const hidden = fakeReader({ codes, facts, hidden: [PART] })
    expect((await readFeeds(hidden, [FEED], NOW))(FEED)).toEqual(UNREAD)
    const dated = [...facts, says(PART, LATEST_ROUND, [], 1n, 5n, NOW, NOW, 1n)]
    const seen = fakeReader({ codes, facts: [...dated, says(PART, FEED_OWNER, [], OTHER)] })
    expect((await readFeeds(seen, [FEED], NOW))(FEED)).toMatchObject({ kind: 'aggregator' })
  })

  test.each<[string, CallResult]>([
    ['no node says', { kind: 'failed' }],
    ['bytes that fit nothing say', { kind: 'ok', data: '0x01' }],
  ])('is unread where %s what its parts are', async (_, bad) => {
    const change = (call: { to: Address }, result: CallResult): CallResult =>
      call.to === FEED ? bad : result
    const reader = fakeReader({ codes: { [FEED]: ADAPTER }, change })
    expect((await readFeeds(reader, [FEED], NOW))(FEED)).toEqual(UNREAD)
  })

  test('that names itself, directly or through another, is unread', async () => {
    const codes = { [FEED]: ADAPTER, [PART]: ADAPTER }
    const facts = [part(FEED, 'BASE_FEED_1', PART), part(PART, 'BASE_FEED_1', FEED)]
    expect((await readFeeds(fakeReader({ codes, facts }), [FEED], NOW))(FEED)).toEqual(UNREAD)
  })

  test('that leads too deep is unread, in a bounded number of rounds', async () => {
    const places = Array.from({ length: 30 }, (_, index) => at(100 + index))
    const codes = Object.fromEntries(places.map((each) => [each, ADAPTER]))
    const facts = places.slice(1).map((each, index) => part(at(100 + index), 'BASE_FEED_1', each))
    const reader = fakeReader({ codes, facts })
    expect((await readFeeds(reader, [at(100)], NOW))(at(100))).toEqual(UNREAD)
    expect(reader.rounds.length).toBeLessThanOrEqual(5)
  })

  test('without code is unidentified, and nothing is asked of it but its rounds', async () => {
    const reader = fakeReader({})
    const find = await readFeeds(reader, [FEED], NOW)
    expect(find(FEED)).toMatchObject({ kind: 'unidentified', owner: null, ageSeconds: null })
    expect(reader.rounds.flat()).toHaveLength(1)
    expect(find(null)).toBeNull()
    expect(find(OTHER)).toEqual(UNREAD)
  })
})

describe('the age of a feed', () => {
  const facts = (updated: bigint) => [
    says(FEED, LATEST_ROUND, [], 9n, 5n, updated, updated, 9n),
    says(FEED, FEED_OWNER, [], OTHER),
  ]
  const read = async (updated: bigint, time: bigint | null, changes: FakeChain = {}) => {
    const reader = fakeReader({ codes: { [FEED]: AGGREGATOR }, facts: facts(updated), ...changes })
    return (await readFeeds(reader, [FEED], time))(FEED)
  }

  test('is the time from its update to the block, and never below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: 2n * NOW }), async (updated) => {
        const ageSeconds = updated > NOW ? null : Number(NOW - updated)
        expect(await read(updated, NOW)).toMatchObject({ ageSeconds })
      }),
    )
  })

  test('is unread without the time of the block, and of an aggregator that was never updated', async () => {
    expect(await read(NOW - 5n, null)).toEqual(UNREAD)
    expect(await read(0n, NOW)).toEqual(UNREAD)
  })

  test.each<[string, string, CallResult, boolean]>([
    ['no node answers for its newest round', LATEST_ROUND, { kind: 'failed' }, true],
    ['an aggregator refuses its newest round', LATEST_ROUND, { kind: 'reverted' }, true],
    ['no node answers for its owner', FEED_OWNER, { kind: 'failed' }, true],
    ['an aggregator refuses to name its owner', FEED_OWNER, { kind: 'reverted' }, true],
    ['no node answers for its past rounds', PAST_ROUND, { kind: 'failed' }, true],
    ['an aggregator keeps no past rounds', PAST_ROUND, { kind: 'reverted' }, false],
  ])('where %s, it is unread: %4$s', async (_, signature, bad, isUnread) => {
    const selector = toFunctionSelector(signature)
    const change = (call: ChainCall, result: CallResult) =>
      call.data.startsWith(selector) ? bad : result
    const feed = await read(NOW - 5n, NOW, { change })
    if (isUnread) expect(feed).toEqual(UNREAD)
    else expect(feed).toMatchObject({ ageSeconds: 5, intervalSeconds: null })
  })

  test('code of no known kind may have the bytes of a getter by chance: a refusal says nothing', async () => {
    const codes = { [FEED]: `${codeWith('owner()', 'latestRoundData()')}54` as Hex }
    const change = (): CallResult => ({ kind: 'reverted' })
    expect(await read(NOW, NOW, { codes, change })).toMatchObject({ owner: null, ageSeconds: null })
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
