import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { openSecret } from './secret.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = folderOfTest()
  file = path.join(folder, 'deeper', 'state.sqlite')
})

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

describe('openSecret', () => {
  test('a given secret is used, and nothing is written', () => {
    expect(openSecret('given', `sqlite:${file}`, randomBytes)).toBe('given')
    expect(readdirSync(folder)).toEqual([])
  })

  test('without one, a secret is made once and kept beside the state file for its owner alone', () => {
    const secret = openSecret(null, `sqlite:${file}`, randomBytes)

    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(openSecret(null, file, randomBytes)).toBe(secret)
    expect(readdirSync(path.dirname(file))).toEqual(['state.sqlite.secret'])
    expect(readFileSync(`${file}.secret`, 'utf8')).toBe(`${secret}\n`)
    expect(statSync(`${file}.secret`).mode & 0o777).toBe(0o600)
  })

  test('of two that start at once, both go on with the secret of the first', () => {
    let other = ''
    const secret = openSecret(null, file, (length) => {
      // While one draws its bytes, the other is quicker.
      if (other === '') {
        other = 'drawn'
        other = openSecret(null, file, randomBytes)
      }
      return randomBytes(length)
    })

    expect(secret).toBe(other)
    expect(readdirSync(path.dirname(file))).toEqual(['state.sqlite.secret'])
  })

  test('a file without a secret is refused and not changed', () => {
    openSecret(null, file, randomBytes)
    writeFileSync(`${file}.secret`, 'short')

    expect(() => openSecret(null, file, randomBytes)).toThrow(
      'does not contain a secret of at least 32 characters',
    )
    expect(readFileSync(`${file}.secret`, 'utf8')).toBe('short')
  })

  test('state in memory gets a secret that is not kept', () => {
    const secret = openSecret(null, 'sqlite::memory:', randomBytes)

    expect(secret).not.toBe(openSecret(null, 'sqlite::memory:', randomBytes))
  })

  test.each(['redis://host', 'https://host', 'blobs:'])('state at %s wants a given one', (url) => {
    expect(() => openSecret(null, url, randomBytes)).toThrow('Set PLIMSOLL_SECRET')
  })
})
