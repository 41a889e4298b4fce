import { expect, test } from 'vitest'
import { DAY, rows } from '../../testing/pipeline/bodies.ts'
import { mapProtocols } from './protocols-map.ts'

test('a name of more than 200 characters is cut after them', () => {
  const given = rows(2).map((row, at) => ({ ...row, name: 'n'.repeat(200 + at) }))
  const { protocols = [] } = mapProtocols(given, { asOf: DAY, source: 'test' })
  expect(protocols.map(({ name }) => name.length)).toEqual([200, 200])
})
