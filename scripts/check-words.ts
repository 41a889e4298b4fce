import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sharedNames } from './command/shared-names.ts'
import { wordFaults } from './command/word-faults.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const READ =
  /^(src|scripts|functions|data|\.github)\/.*\.(ts|tsx|mjs|astro|css|sol|sql|md|yml)$|^[A-Z]+\.md$|^\.ci\/run$/

/** Where a type has a name of its own. */
const TYPED = /^(?!.*(\.test\.|\.d\.|\/fixtures\/|\/testing\/))(src|scripts|functions)\/.*\.ts$/

/** Migrations that were released stay as they are. */
const FROZEN = /^src\/store\/migrations\//

function git(...words: string[]): string[] {
  const text = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64_000_000 })
  return text.split('\n').filter(Boolean)
}

/** Subjects of the commits since the newest tag or, where there is none, since the list of words began. */
function subjects(): string[] {
  const [tag] = git('tag', '--merged', 'HEAD', '--sort=-creatordate')
  const [first] = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/banned-words.json')
  const since = tag ?? first
  return since === undefined ? [] : git('log', '--format=%h %s', `${since}..HEAD`)
}

const folders = process.argv.slice(2)
const names = git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders)
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const faults = names
  .filter((name) => READ.test(name) && !FROZEN.test(name))
  .flatMap((name) => wordFaults(name, read(name)))
if (folders.length === 0) faults.push(...subjects().flatMap((line) => wordFaults('commit', line)))
const shared = sharedNames(
  names.filter((name) => TYPED.test(name)).map((name) => [name, read(name)]),
)
faults.push(...shared.map((line) => `one name for two types: ${line}`))
for (const fault of faults) console.error(`✗ ${fault}`)
if (faults.length > 0) process.exit(1)
console.log('✓ Plain words')
