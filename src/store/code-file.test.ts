import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openCodeFile } from './code-file.ts'

const dir = temporaryFolder()

describe(openCodeFile, () => {
  test('has the code of earlier runs, and nothing that is no contract', () => {
    const file = path.join(dir, 'new', 'code.sqlite')
    const first = openCodeFile(file)
    first.set('0xaa', '0x6001')
    first.set('0xbb', `0x${'00'.repeat(50_001)}`)
    first.close()
    const second = openCodeFile(file)
    expect(second.get('0xaa')).toBe('0x6001')
    expect(second.get('0xbb')).toBeUndefined()
    second.close()
  })

  test('is empty and takes nothing where the file cannot be used', () => {
    const file = path.join(dir, 'damaged.sqlite')
    writeFileSync(file, 'not a database, but longer than a header of one hundred bytes'.repeat(9))
    const codes = openCodeFile(file)
    expect(() => codes.set('0xaa', '0x6001')).not.toThrow()
    expect(codes.get('0xaa')).toBeUndefined()
    codes.close()
  })
})
