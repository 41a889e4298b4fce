import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressIn, findAddress, plainAddress, shardNames, shardOf } from './contract-shard.ts'

const POOL = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
const MINT = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'

describe('an address in the files', () => {
  test('has no case on EVM chains, so a wrong checksum is accepted, and keeps it elsewhere', () => {
    expect(plainAddress(POOL)).toBe(POOL.toLowerCase())
    expect(plainAddress(POOL.replace('0x', '0X'))).toBe(POOL.toLowerCase())
    expect(plainAddress(MINT)).toBe(MINT)
  })

  test('of a chain with names or types for addresses is one too', () => {
    for (const text of ['usdt.tether-token.near', '0x2::sui::SUI', 'ibc/27394FB092D2ECCD'])
      expect(plainAddress(text)).toBe(text)
  })

  test('is in a file whose name is known beforehand, whatever the text', () => {
    const names = new Set(shardNames())
    expect(names.size).toBe(256)
    fc.assert(fc.property(fc.string(), (text) => names.has(shardOf(text))))
  })

  test('is spread over the files: none has more than three times its part', () => {
    const counts = new Map<string, number>()
    for (let at = 0; at < 25_600; at += 1) {
      const shard = shardOf(`0x${at.toString(16).padStart(40, '0')}`)
      counts.set(shard, (counts.get(shard) ?? 0) + 1)
    }
    expect(counts.size).toBe(256)
    expect(Math.max(...counts.values())).toBeLessThan(300)
  })
})

describe('a text of a search', () => {
  test.each([` ${POOL} `, MINT, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', `0x${'a'.repeat(64)}`])(
    '%s looks like an address',
    (text) => expect(addressIn(text)).toBe(plainAddress(text.trim())),
  )

  test.each(['aave', 'uniswap v3', POOL.slice(0, 41), `${POOL}0`, '', 'I'.repeat(40)])(
    '“%s” does not',
    (text) => expect(addressIn(text)).toBeNull(),
  )
})

describe('a public file', () => {
  const file = {
    format: 1,
    rows: [
      [POOL.toLowerCase(), 'Ethereum', 'aave-v3', 'funds'],
      [POOL.toLowerCase(), 'Base', 'aave-v3', 'scan'],
      [MINT, 'Solana', 'jito-liquid-staking', 'receipt'],
    ],
  }

  test('gives every protocol that has the address, on every chain', () => {
    expect(findAddress(file, POOL.toLowerCase())).toEqual([
      { chain: 'Ethereum', protocol: 'aave-v3', role: 'funds' },
      { chain: 'Base', protocol: 'aave-v3', role: 'scan' },
    ])
    expect(findAddress(file, 'of no row')).toEqual([])
  })

  test('of another form is null, and a broken row is left out', () => {
    expect(findAddress({ format: 2, rows: [] }, MINT)).toBeNull()
    expect(
      findAddress({ ...file, rows: [null, 7, [MINT], [MINT, 'Solana', '', '']] }, MINT),
    ).toEqual([])
    fc.assert(
      fc.property(fc.anything(), fc.string(), (document, address) => {
        const found = findAddress(document, address)
        return found === null || Array.isArray(found)
      }),
    )
  })
})
