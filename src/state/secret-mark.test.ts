import { describe, expect, test } from 'vitest'
import { checkSecret, isSecretOf } from './secret-mark.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const OTHER = 'another secret of the tests, as long as that'

function markedStore(stored: string | null = null) {
  return {
    marks: () => stored,
    markSecret: async (mark: string) => {
      stored ??= mark
      return stored
    },
  }
}

describe('the mark of the secret', () => {
  test('is made once, and found again by the same secret alone', async () => {
    const store = markedStore()
    expect(await isSecretOf(store, SECRET)).toBe(true)
    expect(await isSecretOf(store, SECRET)).toBe(true)
    expect(await isSecretOf(store, OTHER)).toBe(false)
    expect(store.marks()).toMatch(/^[0-9a-f]{64}$/)
    expect(store.marks()).not.toContain(SECRET)
  })

  test('of another secret is one sentence on what to do, without either secret', async () => {
    const store = markedStore()
    await checkSecret(store, SECRET)
    const refused = await checkSecret(store, OTHER).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'STATE_UNUSABLE' })
    expect(String(refused)).toContain('set PLIMSOLL_SECRET to the secret of before')
    expect(String(refused)).not.toMatch(/long enough|as long as|[0-9a-f]{16}/)
  })
})
