import { describe, expect, test } from 'vitest'
import type { ContractControl } from '../domain/control.ts'
import type { Market } from '../domain/market.ts'
import { MAX_ANSWER_LENGTH, MAX_DISAGREEMENTS, MAX_NODES } from '../domain/node-answers.ts'
import { controlAnswers, marketAnswers } from './answer-texts.ts'
import type { ChainReader } from './chain-reader.ts'
import { aControl } from './fixtures/contract-answers.ts'
import { at } from './fixtures/memory-chain.ts'
import { withNodeAnswers } from './node-answers.ts'
import type { ChainFacts } from './outcome.ts'
import { pathTo } from './paths.ts'
import type { QuorumReader } from './reader/quorum.ts'

const MARKET = {
  chain: 'Ethereum',
  address: at(9),
  name: 'USDC',
  asset: 'USDC',
  assetAddress: at(8),
  utilisation: 0.5,
} as unknown as Market

const factsOf = (controls: ContractControl[], markets: Market[] = []): ChainFacts => ({
  controls,
  markets: new Map([['one', markets]]),
  partial: new Set(),
  owners: [],
})

/** What is read of the quorum, of the first answers, and of each node that dissents. */
interface Readings {
  agreed: ChainFacts
  lenient?: ChainFacts
  dissent?: Record<string, ChainFacts>
}

async function answered({ agreed, lenient, dissent = {} }: Readings, voters = ['a', 'b', 'c']) {
  const facts = new Map<ChainReader, ChainFacts>()
  let reads = 0
  const readerOf = (read: ChainFacts = agreed) => {
    const reader = {} as QuorumReader
    facts.set(reader, read)
    return reader
  }
  const reader: QuorumReader = Object.assign(readerOf(), {
    doubts: () => ({
      voters,
      isDoubtful: lenient !== undefined,
      dissenters: new Set(Object.keys(dissent)),
    }),
    lenient: () => readerOf(lenient),
    as: (url: string) => readerOf(dissent[url]),
  })
  const read = async (each: ChainReader) => {
    reads++
    return facts.get(each) ?? agreed
  }
  return { found: await withNodeAnswers(reader, read, (url) => `node ${url}`), reads: () => reads }
}

const OTHER = { codeChange: { known: false, why: 'no-code' } } as const

describe(withNodeAnswers, () => {
  test('while all nodes agree nothing is read again', async () => {
    const agreed = factsOf([aControl(1)])
    const { found, reads } = await answered({ agreed })
    expect(found).toBe(agreed)
    expect(reads()).toBe(1)
  })

  test('the answer of one node that differs is shown beside those of the others', async () => {
    const agreed = factsOf([aControl(1), aControl(2)])
    const dissent = { b: factsOf([aControl(1), aControl(2, OTHER)]) }
    const { found } = await answered({ agreed, dissent })
    const [first, second] = found.controls
    expect(first).toEqual(aControl(1))
    expect(second?.unconfirmed).toBeUndefined()
    expect(second?.disagreements).toMatchObject([
      { fact: 'code', answers: [{ node: 'node a' }, { node: 'node b' }, { node: 'node c' }] },
    ])
    const texts = second?.disagreements?.[0]?.answers.map(({ answer }) => answer) ?? []
    expect(texts[0]).toBe(texts[2])
    expect(texts[1]).toBe('there is no code at the address')
    expect(found.partial.size).toBe(0)
  })

  test('what one node alone answered is unconfirmed and partial', async () => {
    const agreed = factsOf([aControl(1, OTHER), aControl(2)], [MARKET])
    const lenient = factsOf([aControl(1), aControl(2)], [{ ...MARKET, utilisation: 0.9 }])
    const { found } = await answered({ agreed, lenient }, ['a'])
    expect(found.controls.map(({ unconfirmed }) => unconfirmed)).toEqual(['one-node', undefined])
    expect([...found.partial]).toEqual([at(1)])
    expect(found.markets.get('one')?.[0]).toEqual({ ...MARKET, unconfirmed: 'one-node' })
  })

  test('where no two agree only nodes with an answer of their own are shown', async () => {
    const agreed = factsOf([aControl(1, OTHER)])
    const dissent = { a: factsOf([aControl(1)]), b: factsOf([aControl(1, { proxy: 'safe' })]) }
    const { found } = await answered({ agreed, lenient: factsOf([aControl(1)]), dissent })
    const [only] = found.controls
    expect(only?.unconfirmed).toBe('disagreement')
    expect(only?.disagreements).toMatchObject([
      { fact: 'proxy', answers: [{ node: 'node a' }, { node: 'node b' }] },
    ])
  })

  test('so many nodes and facts are shown', async () => {
    const powers = Array.from({ length: 9 }, (_, index) => ({
      getter: `role ${index}`,
      paths: [pathTo('eoa', at(index))],
    }))
    const dissent = { b: factsOf([aControl(1, { powers })]) }
    const voters = [...'abcdef']
    const { found } = await answered({ agreed: factsOf([aControl(1)]), dissent }, voters)
    const shown = found.controls[0]?.disagreements ?? []
    expect(shown).toHaveLength(MAX_DISAGREEMENTS)
    expect(shown[0]?.answers).toHaveLength(MAX_NODES)
    expect(shown[0]?.answers[0]?.answer).toBe('no answer')
  })
})

describe('the texts of facts', () => {
  test('of a contract', () => {
    const paths = [
      pathTo('safe', at(2), { threshold: 2, signers: 3, delaySeconds: 172_800 }),
      pathTo('eoa', at(1)),
    ]
    const pause = { paths: [], complete: false, pausedNow: true }
    const codeChange = { known: true, paths, complete: false } as const
    expect(controlAnswers(aControl(1, { codeChange, pause }))).toEqual({
      proxy: 'none',
      code: '2 of 3 signers of a Safe (0xa0a0…0002) after 2 days; one key (0xa0a0…0001) at once, at least',
      pause: 'not known, at least',
      paused: 'true',
    })
    expect(controlAnswers(aControl(1)).pause).toBe('no one')
  })

  test('of a market', () => {
    const feed = {
      address: at(3),
      kind: 'aggregator' as const,
      owner: null,
      ageSeconds: 1.23456789,
      intervalSeconds: null,
    }
    const gap = { why: 'reverted' as const, facts: ['feed' as const, 'paused' as const] }
    const texts = marketAnswers({ ...MARKET, utilisation: 1 / 3, frozen: null, feed, gap })
    expect(texts).toMatchObject({
      utilisation: '0.333333',
      frozen: 'not known',
      gap: 'reverted: feed, paused',
      feed: 'aggregator at 0xa0a0…0003',
      feedOwner: 'not known',
      feedAge: '1.23457',
      feedInterval: 'not known',
    })
  })

  test('are cut where they are too long', () => {
    const paths = Array.from({ length: 9 }, (_, index) => pathTo('eoa', at(index)))
    const texts = controlAnswers(aControl(1, { powers: [{ getter: 'owner', paths }] }))
    expect(texts.owner).toHaveLength(MAX_ANSWER_LENGTH)
  })
})
