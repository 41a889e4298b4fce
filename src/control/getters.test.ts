import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { ROLES } from './getters.ts'

test('every role is the hash of its name, but for the default one', () => {
  const { DEFAULT_ADMIN_ROLE, ...named } = ROLES
  expect(BigInt(DEFAULT_ADMIN_ROLE)).toBe(0n)
  for (const [name, role] of Object.entries(named)) {
    expect(role).toBe(keccak256(stringToBytes(name)))
  }
})
