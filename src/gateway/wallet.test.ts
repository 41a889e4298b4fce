import { describe, expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { scanWallet } from './wallet.ts'

const EVM = '0x5ca1ab1e00000000000000000000000000000001'
const SOLANA = 'YZhHSiTX8HLKj3xQTqmj8Cat7Q6AN2LrsGMobihE3PKc'
const ZERO = `0x${'0'.repeat(40)}`

const fixture =
  (body: string | null = '{"positions":[],"address":"other"}', status = 200) =>
  async (): Promise<Answer> => ({ status, headers: {}, body })

const refusing = async (): Promise<Answer> => {
  throw new Error('nobody may be asked')
}

const dataOf = ({ body }: Answer) => JSON.parse(String(body)).data

describe(scanWallet, () => {
  test.each([EVM, EVM.toUpperCase().replace('0X', '0x'), SOLANA, '1'.repeat(32)])(
    'the sandbox scans %s',
    async (input) => {
      const answer = await scanWallet(input, 'sandbox', fixture('{"positions":[1]}'))
      expect(answer.status).toBe(200)
      expect(dataOf(answer)).toEqual({ address: input, positions: [1] })
    },
  )

  test.each(['a.eth', 'sub.a.eth', 'b.sol', 'NAME.ETH', '🦄.eth', 'a-b_c.eth'])(
    'the sandbox resolves %s to its one address',
    async (input) => {
      const answer = await scanWallet(input, 'sandbox', fixture('{"positions":[]}'))
      expect(dataOf(answer)).toMatchObject({ address: EVM, resolvedFrom: input })
    },
  )

  test.each([
    '',
    'x',
    '0x',
    EVM.slice(1),
    `${EVM}0`,
    EVM.replace('0x', '0X'),
    '1'.repeat(31),
    '1'.repeat(45),
    `${SOLANA.slice(1)}0`,
    'a.com',
    '.eth',
    'a..eth',
    'a.eth.',
    'a b.eth',
    'a/b.eth',
    'a\\b.eth',
    'a\u0000.eth',
    'a\n.eth',
    'a.eth\n',
    `${'a'.repeat(201)}.eth`,
  ])('"%s" is no address: 400 by field, and nobody is asked', async (input) => {
    const answer = await scanWallet(input, 'sandbox', refusing)
    expect(answer.status).toBe(400)
    const { error } = JSON.parse(String(answer.body))
    expect(error.code).toBe('INVALID_REQUEST')
    expect(error.details.address).toHaveLength(1)
  })

  test.each(['live', 'sandbox'] as const)(
    'the zero address of the %s set is 422, and nobody is asked',
    async (set) => {
      const answer = await scanWallet(ZERO, set, refusing)
      expect(answer.status).toBe(422)
      expect(JSON.parse(String(answer.body)).error.code).toBe('UNPROCESSABLE')
    },
  )

  test('a live scan is not there yet: 503 with Retry-After', async () => {
    const answer = await scanWallet(EVM, 'live', refusing)
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('3600')
  })

  test.each([
    ['missing', null, 404],
    ['broken', '{"pos', 200],
    ['unreadable', null, 503],
  ])('a fixture that is %s: 503', async (_, body, status) => {
    const answer = await scanWallet(EVM, 'sandbox', fixture(body, status))
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('60')
  })
})
