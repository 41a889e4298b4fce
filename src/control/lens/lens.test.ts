import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OWNER_READER } from '../../chains/evm/lens/owned.ts'
import { SET_READER } from '../../chains/evm/lens/set-reader.ts'
import { SLOT_NAMES } from '../slots.ts'
import { CODE_READER, decodeAccounts, decodeSlots, SLOT_READER } from './lens.ts'

// Compiled again in lens.long.test.ts.
test.each([
  ['slot-reader', SLOT_READER, 'd40041c0440abcfd92b840f2d11fd9794c7d7f8f156dc5f1b8d0d68154bddddc'],
  ['code-reader', CODE_READER, 'ef2bce8832c1e1b65d43df27685547cd2ad67a7531ed63b47faa497895431172'],
  [
    '../../chains/evm/lens/owner-reader',
    OWNER_READER,
    '7228bc286147094d7b757941d554c24d12d679ee203a15389db9372c29a0bf74',
  ],
  [
    '../../chains/evm/lens/set-reader',
    SET_READER,
    '048704823ce04eb2c18978ace5c9fe9c295f321a6efd7044c2c14c2a93e6cc8c',
  ],
])('the code of %s was compiled from this very source', (name, code, fingerprint) => {
  const source = readFileSync(path.join(import.meta.dirname, `${name}.yul`), 'utf8')
  const hash = createHash('sha256').update(source).update(code).digest('hex')
  expect(hash).toBe(fingerprint)
})

const MAGIC_WORD = '0c0de51075c0de51075c0de51075c0de51075c0de51075c0de51075c0de51075'

test('an answer without the magic word, or of another length, is no answer of the slot reader', () => {
  const words = SLOT_NAMES.map((_, at) => at.toString(16).padStart(64, '0')).join('')
  expect(decodeSlots(`0x${MAGIC_WORD}${words}`)?.admin1967).toBe(
    `0x${SLOT_NAMES.indexOf('admin1967').toString(16).padStart(64, '0')}`,
  )
  expect(decodeSlots(`0x${'0'.repeat(64)}${words}`)).toBeNull()
  expect(decodeSlots(`0x${MAGIC_WORD}${words}00`)).toBeNull()
  expect(decodeSlots(`0x${MAGIC_WORD}`)).toBeNull()
  expect(decodeSlots('0x')).toBeNull()
})

test('an answer of another length is no answer of the code reader', () => {
  expect(decodeAccounts('0x', 1)).toBeNull()
  expect(decodeAccounts(`0x${'0'.repeat(256)}`, 1)).toHaveLength(1)
  expect(decodeAccounts(`0x${'0'.repeat(256)}`, 2)).toBeNull()
})
