import fc from 'fast-check'
import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { encodeAddress } from '../wallet/solana/base58.ts'
import { AccountRefusal } from './refusal.ts'
import { composeMessage, parseMessage, type SignInMessage } from './sign-in-message.ts'
import { signInFields } from './solana-message.ts'

const FIELDS = {
  domain: 'risk.example.org',
  uri: 'https://risk.example.org/account/',
  nonce: '000102030405060708090a0b0c0d0e0f',
  issuedAt: Date.UTC(2026, 10, 22, 12),
  expiresAt: Date.UTC(2026, 10, 22, 12, 5),
}
const ETHEREUM: SignInMessage = {
  ...FIELDS,
  kind: 'ethereum',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: 8453,
}
const SOLANA = {
  ...FIELDS,
  kind: 'solana',
  address: '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw',
} as const

test('an Ethereum wallet signs the text of EIP-4361', () => {
  expect(composeMessage(ETHEREUM)).toBe(
    [
      'risk.example.org wants you to sign in with your Ethereum account:',
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '',
      'Sign in to manage your API keys. This costs nothing and sends no transaction.',
      '',
      'URI: https://risk.example.org/account/',
      'Version: 1',
      'Chain ID: 8453',
      'Nonce: 000102030405060708090a0b0c0d0e0f',
      'Issued At: 2026-11-22T12:00:00.000Z',
      'Expiration Time: 2026-11-22T12:05:00.000Z',
    ].join('\n'),
  )
})

test('a Solana wallet signs the same with the words of Sign In With Solana', () => {
  expect(composeMessage(SOLANA)).toBe(
    composeMessage(ETHEREUM)
      .replace('Ethereum account', 'Solana account')
      .replace('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', SOLANA.address)
      .replace('Chain ID: 8453', 'Chain ID: mainnet'),
  )
})

/**
 * The ABNF Message Format of github.com/phantom/sign-in-with-solana (README.md), which wallets write the text by: RFC 3986 characters
 * for a statement, RFC 3339 for a time. The package that writes it, @solana/wallet-standard-util, is not among ours.
 */
const PUBLISHED_FORM = new RegExp(
  [
    '^[A-Za-z0-9.:\\[\\]-]+ wants you to sign in with your Solana account:\\n',
    '[1-9A-HJ-NP-Za-km-z]{32,44}',
    "(\\n\\n[A-Za-z0-9._~:/?#[\\]@!$&'()*+,;= -]+)?",
    '(\\n(\\nURI: [a-z]+://[^\\s]+)?(\\nVersion: 1)?',
    '(\\nChain ID: (mainnet|testnet|devnet|localnet|solana:mainnet|solana:testnet|solana:devnet))?',
    '(\\nNonce: [A-Za-z0-9]{8,})?(\\nIssued At: \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z)?',
    '(\\nExpiration Time: \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z)?)?$',
  ].join(''),
)

describe('the text of a Solana wallet', () => {
  test('is of the published form', () => {
    expect(composeMessage(SOLANA)).toMatch(PUBLISHED_FORM)
    expect(`${composeMessage(SOLANA)}\n`).not.toMatch(PUBLISHED_FORM)
  })

  test('says each field that the wallet is given once, in the order of the published template', () => {
    const { domain, address, statement, ...rest } = signInFields(SOLANA)
    const text = composeMessage(SOLANA)
    expect(text.startsWith(`${domain} wants you to sign in with your Solana account:\n`)).toBe(true)
    expect(text.split('\n').slice(1, 5)).toEqual([address, '', statement, ''])
    expect(text.split('\n').slice(5)).toEqual([
      `URI: ${rest.uri}`,
      `Version: ${rest.version}`,
      `Chain ID: ${rest.chainId}`,
      `Nonce: ${rest.nonce}`,
      `Issued At: ${rest.issuedAt}`,
      `Expiration Time: ${rest.expirationTime}`,
    ])
  })
})

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/)
const domain = fc
  .tuple(label, label, fc.option(fc.integer({ min: 1, max: 65_535 })))
  .map(([name, tld, port]) => `${name}.${tld.replace(/\d/g, 'x')}org${port ? `:${port}` : ''}`)
const time = fc.integer({ min: 0, max: Date.UTC(2100, 0) })
const fields = fc.record({
  domain,
  uri: domain.map((host) => `https://${host}/account/`),
  nonce: fc.stringMatching(/^[a-zA-Z0-9]{16,64}$/),
  issuedAt: time,
  expiresAt: time,
})
const bytes = (count: number) => fc.uint8Array({ minLength: count, maxLength: count })
const message: fc.Arbitrary<SignInMessage> = fc.oneof(
  fc.tuple(fields, bytes(20), fc.integer({ min: 1, max: 2 ** 31 })).map(([rest, raw, chainId]) => ({
    ...rest,
    kind: 'ethereum' as const,
    address: `0x${Buffer.from(raw).toString('hex')}`,
    chainId,
  })),
  fc
    .tuple(fields, bytes(32))
    .map(([rest, raw]) => ({ ...rest, kind: 'solana' as const, address: encodeAddress(raw) })),
)

describe('reading a message', () => {
  test('gives back what was composed', () => {
    fc.assert(
      fc.property(message, (given) => {
        const { address, ...rest } = parseMessage(composeMessage(given)) ?? { address: '' }
        const { address: givenAddress, ...givenRest } = given
        expect(rest).toEqual(givenRest)
        expect(address.toLowerCase()).toBe(givenAddress.toLowerCase())
      }),
    )
  })

  test('agrees with viem on what an Ethereum message says', () => {
    const { domain, uri, nonce, chainId, version, scheme, requestId, resources } = parseSiweMessage(
      composeMessage(ETHEREUM),
    )
    expect({ domain, uri, nonce, chainId }).toEqual({
      domain: FIELDS.domain,
      uri: FIELDS.uri,
      nonce: FIELDS.nonce,
      chainId: 8453,
    })
    expect([version, scheme, requestId, resources]).toEqual(['1', undefined, undefined, undefined])
  })

  const line = (text: string) => (message: string) => `${message}\n${text}`
  test.each<[string, (message: string) => string]>([
    ['a further field', line('Not Before: 2026-11-22T12:00:00.000Z')],
    ['a resource', line('Resources:\n- https://evil.example')],
    ['a line after it', line('')],
    ['a line before it', (text) => `\n${text}`],
    ['a scheme before the domain', (text) => `https://${text}`],
    ['another statement', (text) => text.replace('costs nothing', 'costs everything')],
    ['no statement', (text) => text.replace(/\n\nSign in.*\n/, '\n')],
    ['another version', (text) => text.replace('Version: 1', 'Version: 2')],
    ['a time in another spelling', (text) => text.replace('12:00:00.000Z', '12:00:00Z')],
    ['a time that is none', (text) => text.replace('12:00:00.000Z', '32:00:00.000Z')],
    ['the lines of Windows', (text) => text.replaceAll('\n', '\r\n')],
    ['a field twice', (text) => text.replace('Nonce: ', 'Nonce: aaaaaaaaaaaaaaaaaaaa\nNonce: ')],
  ])('refuses one with %s', (_, change) => {
    for (const each of [ETHEREUM, SOLANA]) {
      const changed = change(composeMessage(each))
      expect(changed).not.toBe(composeMessage(each))
      expect(parseMessage(changed)).toBeNull()
    }
  })

  test('refuses an Ethereum address without its checksum, and any other text', () => {
    const text = composeMessage(ETHEREUM)
    expect(parseMessage(text.replace('0xf39Fd6', '0xf39fd6'))).toBeNull()
    fc.assert(
      fc.property(fc.string(), (any) => {
        expect(parseMessage(any)).toBeNull()
      }),
    )
  })
})

test.each(['[::1]:8888', 'intranet', 'shop.xn--p1ai'])(
  'an Ethereum wallet is not asked to sign in to %s, which viem does not write',
  (domain) => {
    expect(() => composeMessage({ ...ETHEREUM, domain })).toThrow(AccountRefusal)
    expect(composeMessage({ ...SOLANA, domain })).toContain(`${domain} wants you`)
  },
)
