import fc from 'fast-check'
import { type Hex, hexToBytes, numberToHex, serializeSignature, size, slice, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { encodeAddress } from '../wallet/solana/base58.ts'
import { composeMessage, type SignInMessage } from './sign-in-message.ts'
import { verifySignature } from './verify-signature.ts'

const FIELDS = {
  domain: 'risk.example.org',
  uri: 'https://risk.example.org/account/',
  nonce: '000102030405060708090a0b0c0d0e0f',
  issuedAt: Date.UTC(2026, 10, 22, 12),
  expiresAt: Date.UTC(2026, 10, 22, 12, 5),
}
const wrong = { name: 'AccountRefusal', reason: 'signature' }
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Changes one bit of one byte, which may be any. */
const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 7 }))
function withBitOf(bytes: Uint8Array, [at, bit]: [number, number]): Uint8Array {
  const changed = Uint8Array.from(bytes)
  const index = at % bytes.length
  changed[index] = (changed[index] ?? 0) ^ (1 << bit)
  return changed
}

describe('the signature of an Ethereum wallet', () => {
  // The first account of anvil and hardhat.
  const owner = privateKeyToAccount(
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  )
  const stranger = privateKeyToAccount(numberToHex(7n, { size: 32 }))
  const message: SignInMessage = {
    ...FIELDS,
    kind: 'ethereum',
    address: owner.address,
    chainId: 8453,
  }
  const text = composeMessage(message)
  const verify = (signature: string, on: Parameters<typeof verifySignature>[3] = null) =>
    verifySignature(message, text, signature, on)
  let signature: Hex
  let mirrored: Hex
  beforeAll(async () => {
    signature = await owner.signMessage({ message: text })
    const s = ORDER - BigInt(slice(signature, 32, 64))
    const yParity = slice(signature, 64) === '0x1b' ? 1 : 0
    const r = slice(signature, 0, 32)
    mirrored = serializeSignature({ r, s: numberToHex(s, { size: 32 }), yParity })
  })

  test('is that of its key pair, the same on every chain, and asks no node', async () => {
    const ask = vi.fn()
    expect(await verify(signature, ask)).toBe('eip155:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
    expect(ask).not.toHaveBeenCalled()
  })

  test('may end with the recovery bit as some hardware wallets write it', async () => {
    const bit = slice(signature, 64) === '0x1b' ? '00' : '01'
    expect(await verify(`${slice(signature, 0, 64)}${bit}`)).toMatch(/^eip155:0x/)
  })

  test('of another wallet, of another text or none at all is refused', async () => {
    const others = [
      await stranger.signMessage({ message: text }),
      await owner.signMessage({ message: `${text} ` }),
      await owner.sign({ hash: toHex(0, { size: 32 }) }),
      '',
      '0x',
      '0x0',
      signature.slice(2),
      `${signature} `,
      toHex(new Uint8Array(65)),
      toHex(new Uint8Array(65).fill(255)),
      'not hex',
    ]
    for (const each of others) await expect(verify(each)).rejects.toMatchObject(wrong)
  })

  test('mirrored, shorter or longer is refused: it is not the one signature', async () => {
    expect(size(mirrored)).toBe(65)
    const ask = vi.fn(async () => true)
    await expect(verify(mirrored, ask)).rejects.toMatchObject(wrong)
    // Else the validator on the chain would recover it, and the wallet would have a second account.
    expect(ask).not.toHaveBeenCalled()
    const none = { name: 'AccountRefusal', reason: 'no-node' }
    for (const each of [
      slice(signature, 0, 64),
      `${signature}00`,
      `${signature}${'00'.repeat(32)}`,
    ])
      await expect(verify(each)).rejects.toMatchObject(none)
  })

  test('is refused after a change of any bit of it, or of the text', async () => {
    await fc.assert(
      fc.asyncProperty(change, async (bit) => {
        const changed = toHex(withBitOf(hexToBytes(signature), bit))
        await expect(verify(changed)).rejects.toMatchObject(wrong)
        const other = new TextDecoder().decode(withBitOf(new TextEncoder().encode(text), bit))
        await expect(verifySignature(message, other, signature, null)).rejects.toMatchObject(wrong)
      }),
    )
  })

  test('of a contract wallet is asked of its chain, and makes an account of that chain', async () => {
    const ask = vi.fn(async () => true)
    expect(await verify('0x1234', ask)).toBe(
      'eip155:8453:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    )
    expect(ask).toHaveBeenCalledExactlyOnceWith(8453, owner.address, text, '0x1234')
    await expect(verify('0x1234', async () => false)).rejects.toMatchObject(wrong)
    const silent = new Error('silent')
    await expect(verify('0x1234', () => Promise.reject(silent))).rejects.toBe(silent)
  })
})

describe('the signature of a Solana wallet', () => {
  let message: SignInMessage
  let text: string
  let signature: Buffer
  let sign: (text: string) => Promise<Buffer>
  beforeAll(async () => {
    const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', true, [
      'sign',
      'verify',
    ])
    const key = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
    message = { ...FIELDS, kind: 'solana', address: encodeAddress(key) }
    text = composeMessage(message)
    sign = async (each) =>
      Buffer.from(await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(each)))
    signature = await sign(text)
  })
  const verify = (signed: string, given = text) => verifySignature(message, given, signed, null)

  test('is that of its key', async () => {
    expect(await verify(signature.toString('base64'))).toBe(`solana:${message.address}`)
  })

  test('of another text, too short, too long, empty or spelled in another way is refused', async () => {
    const right = signature.toString('base64')
    const others = [
      (await sign(`${text} `)).toString('base64'),
      signature.subarray(1).toString('base64'),
      Buffer.concat([signature, Buffer.of(0)]).toString('base64'),
      '',
      right.slice(0, -2),
      `${right}\n`,
      right.replace(/.==$/, '/=='),
      signature.toString('base64url'),
      `0x${signature.toString('hex')}`,
      Buffer.alloc(64).toString('base64'),
    ]
    for (const each of others) await expect(verify(each)).rejects.toMatchObject(wrong)
  })

  test('is refused after a change of any bit of it, or of the text', async () => {
    await fc.assert(
      fc.asyncProperty(change, async (bit) => {
        const changed = Buffer.from(withBitOf(signature, bit)).toString('base64')
        await expect(verify(changed)).rejects.toMatchObject(wrong)
        const other = new TextDecoder().decode(withBitOf(new TextEncoder().encode(text), bit))
        await expect(verify(signature.toString('base64'), other)).rejects.toMatchObject(wrong)
      }),
    )
  })

  test('with a greater s is refused: Ed25519 has one signature only (RFC 8032, 5.1.7)', async () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order
    const half = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
    const mirrored = Buffer.concat([signature.subarray(0, 32), half])
    await expect(verify(mirrored.toString('base64'))).rejects.toMatchObject(wrong)
  })

  test('of a key of small order is refused, for which anyone could sign anything', async () => {
    // The point of order 1, the two of order 4, the one of order 2, and one of order 8 (RFC 7748, 5.1; libsodium's list).
    const small = [
      `01${'00'.repeat(31)}`,
      '00'.repeat(32),
      `${'00'.repeat(31)}80`,
      `ec${'ff'.repeat(30)}7f`,
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    ]
    for (const key of small) {
      const address = encodeAddress(Buffer.from(key, 'hex'))
      const named: SignInMessage = { ...FIELDS, kind: 'solana', address }
      for (const point of small) {
        const forged = Buffer.concat([Buffer.from(point, 'hex'), Buffer.alloc(32)])
        const given = composeMessage(named)
        const outcome = verifySignature(named, given, forged.toString('base64'), null)
        await expect(outcome).rejects.toMatchObject(wrong)
      }
    }
  })
})
