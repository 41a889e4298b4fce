import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { PACKAGES_VERSION } from '../../contract/package-names.ts'
import { ROOT } from '../scripts/run-script.ts'

/** Ways to install or run something by name, up to the end of the words. */
const INSTALLS =
  /\b(?:npm (?:install|i|add|exec)|npx|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx?|pipx?(?:3)? (?:install|run)|uvx?(?: pip install| add)?) [^`'"\n|)]*/g

/** What names the package and not its address, and does not look for it anywhere. */
const IS_LOCAL = /--no-install plimsoll/

/** Texts that readers see: documents, pages, and the sentences in the code. */
const files = execFileSync(
  'git',
  ['ls-files', '*.md', '*.astro', '*.ts', '*.py', '*.json', '*.html'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(
    (file) =>
      file !== '' && !/\.test\.ts$|^src\/testing\/|^package-lock|^data\/.*\.json$/.test(file),
  )
const texts = files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const)

test('everything that installs or runs the client does so from the address of a site', () => {
  const found = texts.flatMap(([file, text]) =>
    [...text.matchAll(INSTALLS)]
      .filter(([words]) => /plimsoll/i.test(words))
      .map(([words]) => ({ file, words })),
  )
  expect(found.length).toBeGreaterThanOrEqual(8)
  const byName = found.filter(
    ({ words }) =>
      !IS_LOCAL.test(words) &&
      !/(https?:\/\/\S+|SITE|\$\{\S+)\/client\/plimsoll-|packageAddress/.test(words),
  )
  expect(byName).toEqual([])
})

test('no document leads to a registry', () => {
  const registries = /(npmjs\.com|pypi\.org|jsr\.io)\/\S*plimsoll/
  expect(texts.filter(([, text]) => registries.test(text)).map(([file]) => file)).toEqual([])
})

test('the version that documents and pages name is that of the project', () => {
  expect(PACKAGES_VERSION).toBe(packageFile.version)
  const named = texts.flatMap(([file, text]) =>
    [...text.matchAll(/plimsoll-(\d+\.\d+\.\d+)\b/g)].map(([, version]) => ({ file, version })),
  )
  expect(named.length).toBeGreaterThanOrEqual(8)
  expect(named.filter(({ version }) => version !== packageFile.version)).toEqual([])
})
