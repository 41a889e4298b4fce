import { describe, expect, test } from 'vitest'
import type { Deprecation } from '../../contract/deprecations.ts'
import { breaks, type DescriptionChange } from './breaks.ts'

const TODAY = '2027-07-01'
const ROWS = '/get/responses/200/content/application~1json/schema/properties/data/items'
const SCHEMA = '#/components/schemas/ProtocolSummary'

const aChange = (path: string, ruleId: string, message: string, pointer = path) =>
  ({
    path,
    impact: 'major',
    verdicts: [{ impact: 'major', ruleId, message }],
    base: { pointer },
  }) satisfies DescriptionChange

const PATH = aChange('#/paths/~1v1~1changes', 'path-removed', 'Path `/v1/changes` was removed.')
const PARAMETER = aChange(
  '#/paths/~1v1~1protocols/get/parameters/4',
  'parameter-removed',
  '`min_credit_score` query parameter was removed.',
)
const FIELD = [
  aChange(
    `#/paths/~1v1~1protocols${ROWS}`,
    'required-properties-removed',
    'Properties of `ProtocolSummary` are no longer required: `twitter`.',
    `${SCHEMA}/required`,
  ),
  aChange(
    `#/paths/~1v1~1protocols${ROWS}/properties/twitter`,
    'property-removed',
    'Property `twitter` of `ProtocolSummary` was removed.',
    `${SCHEMA}/properties/twitter`,
  ),
]

const since = { marked: '2027-01-01', gone: TODAY, instead: 'Use another.' }
const CASES: [string, DescriptionChange[], Deprecation][] = [
  ['an endpoint', [PATH], { ...since, paths: ['/v1/changes'] }],
  [
    'a parameter',
    [PARAMETER],
    { ...since, paths: ['/v1/protocols'], parameter: 'min_credit_score' },
  ],
  ['a field', FIELD, { ...since, paths: ['/v1/protocols'], field: 'ProtocolSummary.twitter' }],
]

describe.each(CASES)('%s that is gone', (_, changes, entry) => {
  test('without an entry is a break, in words', () => {
    const found = breaks(changes, [], TODAY)
    expect(found).toHaveLength(changes.length)
    expect(found[0]).toMatch(/^\/v1\/\w+: .+\(.+\)$/)
  })

  test('with its entry is none once its day has come, and not before', () => {
    expect(breaks(changes, [entry], TODAY)).toEqual([])
    expect(breaks(changes, [entry], '2027-06-30')).toHaveLength(changes.length)
  })

  test('is not excused by the entry of something else', () => {
    const others = CASES.map(([, , other]) => other).filter((other) => other !== entry)
    const near = { ...entry, paths: ['/v1/other'], ...(entry.field && { field: 'Other.twitter' }) }
    const whole = { ...since, paths: ['/v1/protocols'] }
    expect(breaks(changes, [...others, near, whole], TODAY)).toHaveLength(changes.length)
  })
})

test('two required fields need an entry each', () => {
  const message = 'Properties of `ProtocolSummary` are no longer required: `twitter`, `url`.'
  const path = `#/paths/~1v1~1protocols${ROWS}`
  const change = aChange(path, 'required-properties-removed', message, `${SCHEMA}/required`)
  const entries = ['twitter', 'url'].map((name) => ({
    ...since,
    paths: ['/v1/protocols'],
    field: `ProtocolSummary.${name}`,
  }))
  expect(breaks([change], entries.slice(0, 1), TODAY)).toHaveLength(1)
  expect(breaks([change], entries, TODAY)).toEqual([])
})

test('a new code of an error is no break, a new value of another field is one', () => {
  const added = (field: string) =>
    aChange(
      `#/paths/~1v1/get/responses/400/content/application~1json/schema/allOf/0/properties/${field}`,
      'enum-values-added',
      "Enum of `code` gained values: 'NEW'.",
      '#/components/schemas/ErrorResponse/properties/error/properties/code/enum',
    )
  expect(breaks([added('error/properties/code')], [], TODAY)).toEqual([])
  expect(breaks([added('data/properties/status')], [], TODAY)).toHaveLength(1)
})

test('what is new or only worded otherwise is no break', () => {
  const minor = { impact: 'minor', ruleId: 'property-added', message: 'x' }
  expect(breaks([{ path: '#', impact: 'minor', verdicts: [minor] }], [], TODAY)).toEqual([])
})
