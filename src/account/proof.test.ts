import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProof, proofOf, spentName } from './proof.ts'
import * as sameText from './same-text.ts'

const SECRET = 'a secret of the tests, long enough to be one'

describe('the proof of a message', () => {
  test('holds for its browser, its message and its secret only', async () => {
    const proof = await proofOf(SECRET, 'browser', 'message')
    expect(await isProof(proof, SECRET, 'browser', 'message')).toBe(true)
    expect(await isProof(proof, SECRET, 'browsers', 'message')).toBe(false)
    expect(await isProof(proof, SECRET, 'browser', 'messages')).toBe(false)
    expect(await isProof(proof, `${SECRET}.`, 'browser', 'message')).toBe(false)
  })

  test('cannot be moved by one letter between browser and message: a cookie of ours has no line break', async () => {
    const cookie = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)
    await fc.assert(
      fc.asyncProperty(cookie, cookie, fc.string(), fc.string(), async (a, b, one, other) => {
        fc.pre(a !== b || one !== other)
        expect(await proofOf(SECRET, a, one)).not.toBe(await proofOf(SECRET, b, other))
      }),
    )
  })

  test('is not the digest of anything else that is stored or sent', async () => {
    const nonce = await spentName(SECRET, 'message')
    expect(nonce).not.toContain(await proofOf(SECRET, 'browser', 'message'))
  })
})

describe('comparing with a secret text', () => {
  test('is true for the same text only, of any length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(sameText.isSameText(a, a)).toBe(true)
        expect(sameText.isSameText(a, b)).toBe(Buffer.from(a).equals(Buffer.from(b)))
      }),
    )
  })

  test('takes the same time for every text: a proof is compared by timingSafeEqual and by nothing else', () => {
    const source = readFileSync(new URL('./same-text.ts', import.meta.url), 'utf8')
    expect(source).toContain("import { timingSafeEqual } from 'node:crypto'")
    const proofs = readFileSync(new URL('./proof.ts', import.meta.url), 'utf8')
    expect(proofs).not.toMatch(/===|!==|localeCompare|\.equals\(/)
    expect(proofs.match(/isSameText\(/g)).toHaveLength(1)
  })
})
