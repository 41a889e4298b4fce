import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import rules from './banned-words.json' with { type: 'json' }

const ROOT = path.resolve(import.meta.dirname, '..')
const READ =
  /^(src|scripts|functions|data|\.github)\/.*\.(ts|tsx|mjs|astro|css|sol|sql|md|yml)$|^[A-Z]+\.md$|^\.ci\/run$/

/** Migrations that were released stay as they are. */
const FROZEN = /^src\/store\/migrations\//

const patterns = rules.map(({ pattern, instead, caseSensitive = false }) => ({
  found: new RegExp(pattern, caseSensitive ? 'gu' : 'giu'),
  instead,
}))

/** The banned words of a text, one line each, with what to write instead. */
function faultsIn(name: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      patterns.flatMap(({ found, instead }) =>
        [...line.matchAll(found)].map(
          ([word]) => `${name}:${at + 1}: "${word.trim()}"; write: ${instead}`,
        ),
      ),
    )
}

function git(...words: string[]): string[] {
  const text = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64_000_000 })
  return text.split('\n').filter(Boolean)
}

/** Subjects of the commits since the newest tag; none where the clone has no tag. */
function subjects(): string[] {
  const [tag] = git('tag', '--merged', 'HEAD', '--sort=-creatordate')
  return tag === undefined ? [] : git('log', '--format=%h %s', `${tag}..HEAD`)
}

const folders = process.argv.slice(2)
const names = git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders)
const faults = names
  .filter((name) => READ.test(name) && !FROZEN.test(name))
  .flatMap((name) => faultsIn(name, readFileSync(path.join(ROOT, name), 'utf8')))
if (folders.length === 0) faults.push(...subjects().flatMap((line) => faultsIn('commit', line)))
for (const fault of faults) console.error(`✗ ${fault}`)
if (faults.length > 0) process.exit(1)
console.log('✓ Plain words')
