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

const settings = (url: string, given: { secret?: string; secretFile?: string } = {}) => ({
  ...{ url, secret: null, secretFile: null },
  ...given,
})

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

describe('openSecret', () => {
  test('a given secret is used, and nothing is written', () => {
    expect(openSecret(settings(`sqlite:${file}`, { secret: 'given' }), randomBytes)).toBe('given')
    expect(readdirSync(folder)).toEqual([])
  })

  test('without one, a secret is made once and kept beside the state file for its owner alone', () => {
    const secret = openSecret(settings(`sqlite:${file}`), randomBytes)

    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(openSecret(settings(file), randomBytes)).toBe(secret)
    expect(readdirSync(path.dirname(file))).toEqual(['state.sqlite.secret'])
    expect(readFileSync(`${file}.secret`, 'utf8')).toBe(`${secret}\n`)
    expect(statSync(`${file}.secret`).mode & 0o777).toBe(0o600)
  })

  test('of two that start at once, both go on with the secret of the first', () => {
    let other = ''
    const secret = openSecret(settings(file), (length) => {
      // While one draws its bytes, the other is quicker.
      if (other === '') {
        other = 'drawn'
        other = openSecret(settings(file), randomBytes)
      }
      return randomBytes(length)
    })

    expect(secret).toBe(other)
    expect(readdirSync(path.dirname(file))).toEqual(['state.sqlite.secret'])
  })

  test('a file without a secret is refused and not changed', () => {
    openSecret(settings(file), randomBytes)
    writeFileSync(`${file}.secret`, 'short')

    expect(() => openSecret(settings(file), randomBytes)).toThrow(
      'does not contain a secret of at least 32 characters',
    )
    expect(readFileSync(`${file}.secret`, 'utf8')).toBe('short')
  })

  test('state in memory gets a secret that is not kept', () => {
    const secret = openSecret(settings('sqlite::memory:'), randomBytes)

    expect(secret).not.toBe(openSecret(settings('sqlite::memory:'), randomBytes))
  })

  test.each(['redis://host', 'sqlite::memory:'])(
    'state at %s uses the secret of a given file, made once',
    (url) => {
      const secretFile = path.join(folder, 'secret')
      const secret = openSecret(settings(url, { secretFile }), randomBytes)

      expect(readFileSync(secretFile, 'utf8')).toBe(`${secret}\n`)
      expect(openSecret(settings('redis://host', { secretFile }), randomBytes)).toBe(secret)
      expect(readdirSync(folder)).toEqual(['secret'])
    },
  )

  test.each(['redis://host', 'https://host', 'blobs:'])('state at %s wants a given one', (url) => {
    expect(() => openSecret(settings(url), randomBytes)).toThrow('Set PLIMSOLL_SECRET')
  })
})
