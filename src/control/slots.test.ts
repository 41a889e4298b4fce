import { keccak256, numberToHex, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { addressIn, isBurned, SLOTS } from './slots.ts'

const hash = (name: string) => keccak256(stringToBytes(name))
const lessOne = (name: string) => numberToHex(BigInt(hash(name)) - 1n, { size: 32 })

test('every slot is the hash of its name', () => {
  expect(SLOTS).toEqual({
    implementation1967: lessOne('eip1967.proxy.implementation'),
    admin1967: lessOne('eip1967.proxy.admin'),
    beacon1967: lessOne('eip1967.proxy.beacon'),
    implementation1822: hash('PROXIABLE'),
    implementationZos: hash('org.zeppelinos.proxy.implementation'),
    adminZos: hash('org.zeppelinos.proxy.admin'),
    safeSingleton: numberToHex(0, { size: 32 }),
    safeGuard: hash('guard_manager.guard.address'),
  })
})

test('a word below 2^64 is no address, and a longer one neither', () => {
  const word = (value: bigint) => numberToHex(value, { size: 32 })
  expect(addressIn(word(7n))).toBeNull()
  expect(addressIn(word(2n ** 64n - 1n))).toBeNull()
  expect(addressIn(word(2n ** 64n))).toBe('0x0000000000000000000000010000000000000000')
  expect(addressIn(word(2n ** 160n))).toBeNull()
  expect(addressIn('0x')).toBeNull()
  expect(addressIn(undefined)).toBeNull()
})

test('the zero address and 0xdead are addresses of nobody', () => {
  const burnt = addressIn(numberToHex(0xdeadn, { size: 32 }))
  expect(burnt && isBurned(burnt)).toBe(true)
  const zero = addressIn(numberToHex(0, { size: 32 }))
  expect(zero && isBurned(zero)).toBe(true)
})
