import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { recipientEnvironment } from '../config/wallet.ts'
import { RECIPIENTS, recipientsText } from './recipients.ts'
import { SCAN_CHAINS, SOLANA } from './scan-chains.ts'

const SRC = path.resolve(import.meta.dirname, '..')
/** An address in code, not in a comment: those say where a fact is from. */
const CODE_URL = /^(?!\s*(?:\*|\/\/|\/\*)).*?['"`](https?:\/\/[^'"`\s/$]+)/

function hostsInCode(): string[] {
  return (
    globSync(['wallet/**/*.ts', 'chains/**/*.ts', 'config/wallet.ts'], { cwd: SRC })
      .filter((file) => !file.endsWith('.test.ts') && !file.includes('fixtures'))
      .flatMap((file) => readFileSync(path.join(SRC, file), 'utf8').split('\n'))
      .flatMap((line) => CODE_URL.exec(line)?.[1] ?? [])
      .map((url) => new URL(url).host)
      // Names under it are reserved (RFC 2606).
      .filter((host) => !host.endsWith('.invalid'))
  )
}

describe('the table of what is sent to whom', () => {
  test('has a row for every host in the code of a scan', () => {
    const named = new Set(RECIPIENTS.flatMap(({ hosts }) => hosts))
    const found = hostsInCode()
    expect(found).toContain('coins.llama.fi')
    expect(found).toContain('api.jup.ag')
    expect(found.filter((host) => !named.has(host))).toEqual([])
  })

  test('has a row for every setting of a scan, and for no other', () => {
    const named = RECIPIENTS.flatMap(({ settings }) => settings)
    expect([...named].sort()).toEqual(Object.keys(recipientEnvironment.shape).sort())
  })

  test('names every chain', () => {
    const text = recipientsText()
    for (const { name } of [...SCAN_CHAINS, SOLANA]) expect(text).toContain(name)
  })
})
