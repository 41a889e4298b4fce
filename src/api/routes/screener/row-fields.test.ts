import { describe, expect, test } from 'vitest'
import { LIST_FIELDS, SCREENER_FIELDS } from '../../../contract/list-fields.ts'
import { protocolSummary } from '../../../contract/protocol-summary.ts'
import { screenerRow } from '../../../contract/responses.ts'
import { aRow } from '../../../testing/api/generated-rows.ts'
import { onlyFields, unknownFields } from './row-fields.ts'

describe('the fields that can be named', () => {
  test('are those of the rows', () => {
    expect([...LIST_FIELDS].sort()).toEqual(Object.keys(protocolSummary.shape).sort())
    expect([...SCREENER_FIELDS].sort()).toEqual(Object.keys(screenerRow.shape).sort())
  })

  test('are given in the order of the row, with the id', () => {
    const row = aRow('lido', { tvlUsd: 5 })
    const [chosen] = onlyFields([row], ['tvlUsd', 'name'])
    expect(JSON.stringify(chosen)).toBe('{"id":"lido","name":"lido","tvlUsd":5}')
    expect(onlyFields([row], undefined)).toEqual([row])
  })
})

describe(unknownFields, () => {
  const detailsOf = (wanted: string[]) => {
    const refused = unknownFields(wanted, LIST_FIELDS)
    return refused && JSON.parse(String(refused.body)).error.details
  }

  test.each([
    ['compositescore', 'compositeScore'],
    ['composite', 'compositeScore'],
    ['tvl', 'tvlUsd'],
    ['nmae', 'name'],
    ['logo', 'logoUrl'],
  ])('%s is refused, and %s may be meant', (wrong, right) => {
    const { fields, suggestions } = detailsOf(['name', wrong])
    expect(fields).toEqual([`has no ${wrong}`])
    expect(suggestions).toContain(right)
    expect(suggestions.length).toBeLessThanOrEqual(5)
  })

  test('where nothing is near, every field is named', () => {
    expect(detailsOf(['zzzzzzzzzzzz']).suggestions).toEqual([...LIST_FIELDS])
  })

  test('a long name is not repeated in full', () => {
    expect(detailsOf(['x'.repeat(5_000)]).fields[0].length).toBeLessThan(200)
  })

  test('known fields are no problem', () => {
    expect(detailsOf(['id', 'chainTvlUsd'])).toBeNull()
  })
})
