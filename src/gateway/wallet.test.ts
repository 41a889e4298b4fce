import { describe, expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { scanWallet } from './wallet.ts'

const EVM = '0x5ca1ab1e00000000000000000000000000000001'
const SOLANA = 'YZhHSiTX8HLKj3xQTqmj8Cat7Q6AN2LrsGMobihE3PKc'
const ZERO = `0x${'0'.repeat(40)}`

const LISTED = '0xabc0000000000000000000000000000000000def'
const LISTED_ON_SOLANA = 'v54XWnYNczv5PWSH9MQTV7vVKSQahVMNsZJbi5tuSyiM'
const EMPTY = '0x5ca1ab1e00000000000000000000000000000002'

const WALLETS = JSON.stringify({
  scans: { usual: { positions: [1] }, listed: { positions: [2] }, empty: { positions: [] } },
  addresses: { [LISTED]: 'listed', [LISTED_ON_SOLANA]: 'listed', [EMPTY]: 'empty' },
})

const fixture =
  (body: string | null = WALLETS, status = 200) =>
  async (): Promise<Answer> => ({ status, headers: {}, body })

const refusing = async (): Promise<Answer> => {
  throw new Error('nobody may be asked')
}

const dataOf = ({ body }: Answer) => JSON.parse(String(body)).data

describe(scanWallet, () => {
  test.each([EVM, EVM.toUpperCase().replace('0X', '0x'), SOLANA, '1'.repeat(32)])(
    'the sandbox scans %s',
    async (input) => {
      const answer = await scanWallet(input, 'sandbox', fixture())
      expect(answer.status).toBe(200)
      expect(dataOf(answer)).toEqual({ address: input, positions: [1] })
    },
  )

  test.each([
    ['a.eth', EVM],
    ['sub.a.eth', EVM],
    ['b.sol', SOLANA],
    ['sol.eth', EVM],
    ['NAME.ETH', EVM],
    ['NAME.SOL', SOLANA],
    ['🦄.eth', EVM],
    ['a-b_c.eth', EVM],
  ])('the sandbox resolves %s to its address of that chain, %s', async (input, address) => {
    const answer = await scanWallet(input, 'sandbox', fixture())
    expect(dataOf(answer)).toEqual({ address, resolvedFrom: input, positions: [1] })
  })

  test.each([
    [LISTED, [2]],
    [LISTED.toUpperCase().replace('0X', '0x'), [2]],
    [LISTED_ON_SOLANA, [2]],
    [LISTED_ON_SOLANA.replace('v', 'V'), [1]],
    [EMPTY, []],
  ])('the sandbox has a scan of its own for %s: %j', async (input, positions) => {
    const answer = await scanWallet(input, 'sandbox', fixture())
    expect(dataOf(answer)).toEqual({ address: input, positions })
  })

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
    ['of another time', '{"positions":[],"sanctions":{}}', 200],
    ['nothing', 'null', 200],
    ['unreadable', null, 503],
  ])('a fixture that is %s: 503', async (_, body, status) => {
    const answer = await scanWallet(EVM, 'sandbox', fixture(body, status))
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('60')
  })
})
