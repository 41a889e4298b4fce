import { expect, test } from 'vitest'
import { readSolName } from './sol-name.ts'

test('a name is folded to lower case, and a name below it stays apart', () => {
  expect(readSolName('Alice.SOL')).toBe('alice')
  expect(readSolName('pay.alice.sol')).toBe('pay.alice')
})

test('names of one script that cannot pass for Latin are names', () => {
  for (const name of ['太郎', 'たろう1', '지갑', 'ไทย', '🔥', 'a_b-c9']) {
    expect(readSolName(`${name}.sol`), name).toBe(name)
  }
})

test('names that could be mistaken for another one are refused', () => {
  const refused = {
    'a Cyrillic letter among Latin ones': 'аlice.sol',
    'Cyrillic letters only': 'аррӏе.sol',
    'Greek letters': 'οοο.sol',
    'Latin and Chinese': 'alice太.sol',
    'a Latin letter with an accent': 'alicé.sol',
    'a full-width letter': 'ａlice.sol',
    'the Kelvin sign': '\u212Aen.sol',
    'a long s': 'ſol.sol',
    'a zero-width joiner': 'ali\u200Dce.sol',
    'a soft hyphen': 'ali\u00ADce.sol',
    'text that runs backwards': 'ali\u202Ece.sol',
    'a variation selector': '🔥\uFE0F.sol',
    'a full stop of another script': 'alice。sol',
  }
  for (const [what, name] of Object.entries(refused)) expect(readSolName(name), what).toBeNull()
})

test('what is no name is refused', () => {
  const long = `${'a'.repeat(64)}.sol`
  for (const name of ['', '.sol', 'a..sol', 'a.b.c.sol', 'alice.eth', 'alice', 'a b.sol', long]) {
    expect(readSolName(name), name).toBeNull()
  }
})
