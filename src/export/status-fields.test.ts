import { expect, test } from 'vitest'
import { anEntry } from './fixtures/catalogue.ts'
import { retiredStatus, statusFields } from './status-fields.ts'

const inactive = {
  status: 'drained',
  reason: 'It lost all.',
  day: '2024-01-10',
  source: 'defillama-hacks',
} as const

test('an active protocol has no reason, one that is not has its day and source', () => {
  expect(statusFields({})).toEqual({
    status: 'active',
    statusReason: null,
    statusDay: null,
    statusSource: null,
  })
  expect(statusFields({ inactive })).toEqual({
    status: 'drained',
    statusReason: 'It lost all.',
    statusDay: '2024-01-10',
    statusSource: 'defillama-hacks',
  })
})

test('of a protocol that is no longer listed, only one that the registry calls dead is dead', () => {
  const retired = { day: '2024-03-10', lastDay: '2024-03-09', entry: anEntry({}) }
  expect(retiredStatus({ ...retired, reason: 'dead' })).toMatchObject({
    status: 'dead',
    statusDay: '2024-03-10',
    statusSource: 'defillama-protocols',
  })
  expect(retiredStatus({ ...retired, reason: 'left-registry' }).status).toBeNull()
  const drained = { ...retired, entry: { ...retired.entry, inactive } }
  expect(retiredStatus({ ...drained, reason: 'left-registry' }).status).toBe('drained')
})
