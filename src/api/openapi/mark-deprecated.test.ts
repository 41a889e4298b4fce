import { expect, test } from 'vitest'
import { createOpenApi } from './create-openapi.ts'

const days = { marked: '2027-01-01', gone: '2027-07-01', instead: 'Use another.' }
const NOTE = 'Deprecated: it may be gone from 2027-07-01. Use another.'

test('what is to go is marked with its day and what to use instead, and nothing else is', () => {
  const entries = [
    { ...days, paths: ['/v1/chains'] },
    { ...days, paths: ['/v1/protocols'], parameter: 'sort_by' },
    { ...days, paths: ['/v1/protocols'], field: 'ProtocolSummary.twitter' },
  ]
  const { paths, components } = createOpenApi('3.1.1', '1.0.0', entries)
  const parameter = paths['/v1/protocols']?.get.parameters.find(
    (each) => 'name' in each && each.name === 'sort_by',
  )
  for (const part of [
    paths['/v1/chains']?.get,
    parameter,
    components.schemas.ProtocolSummary?.properties?.twitter,
  ]) {
    expect(part).toMatchObject({ deprecated: true, description: expect.stringContaining(NOTE) })
  }
  expect(JSON.stringify({ paths, components }).match(/"deprecated":true/g)).toHaveLength(3)
  expect(JSON.stringify(createOpenApi('3.1.1', '1.0.0'))).not.toContain(NOTE)
})
