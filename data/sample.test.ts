import { expect, test } from 'vitest'
import { explainedShare } from '../src/backtest/explained-share.ts'
import { listContracts } from '../src/control/contract-table.ts'
import { keyOfSlug, keyText } from '../src/control/keys.ts'
import { sumTvl } from '../src/domain/protocol.ts'
import { seedUniverse } from '../src/score/fixtures/recorded.ts'
import { METHODOLOGY } from '../src/score/methodology.ts'
import { scoreUniverse } from '../src/score/score.ts'
import { subjectsOf } from '../src/score/subject.ts'

// What the scores of the sample say of protocols, and not of their kinds.

const DAY = '2026-10-04'

const universe = await seedUniverse()
const subjects = subjectsOf(universe, METHODOLOGY)
const scored = scoreUniverse(universe).flatMap(({ composite }, at) =>
  composite === null ? [] : [{ composite, kind: subjects[at]?.activityId ?? 'none' }],
)

test('the kind of a protocol explains less than 45 % of the variance of the composite', () => {
  const composites = scored.map(({ composite }) => composite)
  const kinds = scored.map(({ kind }) => kind)
  expect(
    explainedShare(
      composites,
      kinds,
      kinds.map(() => 'all'),
    )(),
  ).toBeLessThan(0.45)
})

test('less than 5 % share one composite', () => {
  const groups = Map.groupBy(scored, ({ composite }) => composite.toFixed(4))
  const largest = Math.max(...[...groups.values()].map(({ length }) => length))
  expect(largest / scored.length).toBeLessThan(0.05)
})

test('the contracts of 150 of the 200 largest are in the table', () => {
  const known = new Set(listContracts().map(({ slug }) => keyText(keyOfSlug(slug))))
  const largest = universe.records
    .flatMap(({ id, tvl }) =>
      tvl.known && tvl.asOf === DAY ? [{ id, usd: sumTvl(tvl.value) }] : [],
    )
    .sort((a, b) => b.usd - a.usd)
    .slice(0, 200)
  expect(largest.filter(({ id }) => known.has(keyText({ id }))).length).toBeGreaterThanOrEqual(150)
})
