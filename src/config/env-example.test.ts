import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readNetlifySettings } from '../publish/netlify-settings.ts'
import { readConfig } from './config.ts'
import { readWalletSettings, environment as walletEnvironment } from './wallet.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Set by the platform, the shell or the first process, never by the operator. */
const GIVEN = [
  'CI',
  'CONTEXT',
  'LAMBDA_TASK_ROOT',
  'NETLIFY',
  'NETLIFY_DEV',
  'NETLIFY_LOCAL',
  'PATH',
  'URL',
  'WORKER_NUMBER',
]

/** `env.NAME`, `env('NAME')`, and the keys of a schema of the environment; not what a build puts in place of a name. */
const READS = [
  /(?<!import\.meta\.)\benv\.([A-Z][A-Z_]+)\b(?! =[^=])/g,
  /\benv\('([A-Z][A-Z_]+)'\)/g,
]
const SCHEMA = /const \w*[eE]nvironment = z\.object\(\{\n([\s\S]*?)\n\}\)/g
const KEY = /^ {2}([A-Z][A-Z_]+):/gm

const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

test('every variable that the code reads stands in .env.example, and no other does', () => {
  const files = globSync('{src,scripts,functions}/**/*.{ts,mjs,js}', { cwd: ROOT }).filter(
    (file) =>
      !/\.test\.ts$|\bfixtures\b|^src\/testing\/(browser|cli)\//.test(file) &&
      !isOfCommandLine(file),
  )
  const names = files.map(read).flatMap((text) => {
    const schemas = [...text.matchAll(SCHEMA)].map(([schema]) => schema)
    return [...READS.flatMap((reads) => found(text, reads)), ...found(schemas.join('\n'), KEY)]
  })
  expect(names).toEqual(
    expect.arrayContaining(['PORT', 'BUILD_HOOK_URL', 'PLIMSOLL_SOURCE', 'NETLIFY_DEV']),
  )
  names.push(...found(read('Dockerfile'), /\$([A-Z_]+)\\"/g))
  // Those of the wallet scan are made from its table of chains.
  names.push(...Object.keys(walletEnvironment.shape))
  const wanted = [...new Set(names)].filter((name) => !GIVEN.includes(name))
  expect(Object.keys(example).sort()).toEqual(wanted.sort())
})

test('every variable of the command line, whose users may run no service, stands in its help', () => {
  const text = globSync('src/cli/**/*.ts', { cwd: ROOT }).filter(isOfCommandLine).map(read)
  const names = text.flatMap((each) => READS.flatMap((reads) => found(each, reads)))
  const own = [...new Set(names)].filter((name) => name.startsWith('PLIMSOLL_'))
  expect(own.sort()).toEqual(['PLIMSOLL_API_KEY', 'PLIMSOLL_URL', 'PLIMSOLL_VERIFY_STATE'])
  for (const name of own) expect(read('src/cli/help.ts')).toContain(`'${name}'`)
})

test('its values are the defaults, and an empty one is as good as none', () => {
  expect(readConfig(example)).toEqual(readConfig({}))
  const today = '2026-11-22'
  expect(readNetlifySettings(example, today)).toEqual(readNetlifySettings({}, today))
  expect(readWalletSettings(example)).toEqual(readWalletSettings({}))
})

function isOfCommandLine(file: string): boolean {
  return file.startsWith('src/cli/') && !file.endsWith('.test.ts')
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}
