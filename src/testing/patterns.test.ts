import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Lengths to try in turn: a bad pattern shows at a small one, and would never end at the last. */
const LENGTHS = [24, 300, 3_000, 12_000]
const LENGTH = 100_000
/** What a linear pattern takes for 12,000 letters, and for 100,000, is a fraction of this. */
const QUICK_MS = 8
const QUICK_AT_LENGTH_MS = 100
/** Less than this for 12,000 letters is linear, and the long text is not needed. */
const NO_TIME_MS = 0.5
/** Four times the text: four times the work, or sixteen where it is quadratic. */
const MAX_GROWTH = 9
/** What a pattern may be made of that is more than one letter of it. */
const SAMPLES = ['a', 'A', '0', ' ', '\t', '.', '-', '/', '_', '"', '\\', '|', '\n', 'é', '✅']
const ENDS = ['', '!', '\n', ' x']

interface Pattern {
  where: string
  regex: RegExp
}

/** What may repeat without end. A pattern without it takes time in proportion to the text at worst. */
const REPEATS = /[*+]|\{\d+,\}/

/** What comes before a regular expression. Parsing only the files that have it saves half of the time. */
const MAY_HOLD_ONE = /(?:[(,=:[!&|?{};>\n]|\b(?:return|yield|case|of|in|typeof))\s*\/(?![/*])/

/** Every regular expression with repetition that is written in the code, but for tests. */
function patternsOfTheCode(): Pattern[] {
  const files = globSync('{src,functions}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/fixtures\/|^src\/testing\//.test(file),
  )
  return files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    const found: Pattern[] = []
    if (!MAY_HOLD_ONE.test(text)) return found
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? []
        if (REPEATS.test(source)) {
          found.push({ where: `${file}: ${node.text}`, regex: new RegExp(source, flags) })
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
    return found
  })
}

/** Words of the pattern and letters of every kind, which it may begin to match over and over. */
function wordsOf({ source }: RegExp): string[] {
  const plain = source.replaceAll(/\\([^\w\s])/g, '$1')
  const words = plain.match(/[a-z0-9 :."/;={[_@#-]+/gi) ?? []
  return [...new Set([...words, ...words.map((word) => word[0] ?? ''), ...SAMPLES])].filter(Boolean)
}

function* textsFor(regex: RegExp): Generator<(length: number) => string> {
  const words = wordsOf(regex)
  const begins = ['', ...words.filter((word) => !SAMPLES.includes(word)).slice(0, 4)]
  const repeated = (begin: string, word: string, end: string) => (length: number) =>
    begin + word.repeat(Math.ceil(length / word.length)) + end
  for (const word of words) {
    for (const begin of begins) for (const end of ENDS) yield repeated(begin, word, end)
    for (const other of begins.slice(1)) yield repeated('', other + word, '!')
  }
}

function millisecondsOf(regex: RegExp, text: string): number {
  const started = performance.now()
  text.replace(regex, '')
  return performance.now() - started
}

function best(times: number, measure: () => number): number {
  return Math.min(...Array.from({ length: times }, measure))
}

/** Why the pattern is too slow for a text of this kind; null when it is not. */
function slowness(regex: RegExp, textOf: (length: number) => string): string | null {
  let last = 0
  for (const length of LENGTHS) {
    last = millisecondsOf(regex, textOf(length))
    const why = last < QUICK_MS ? null : growth(regex, textOf, length, QUICK_MS)
    if (why !== null) return why
  }
  return last < NO_TIME_MS ? null : growth(regex, textOf, LENGTH, QUICK_AT_LENGTH_MS)
}

function growth(
  regex: RegExp,
  textOf: (length: number) => string,
  length: number,
  quickMs: number,
): string | null {
  const [text, quarter] = [textOf(length), textOf(length / 4)]
  const long = best(3, () => millisecondsOf(regex, text))
  if (long < quickMs) return null
  const times = long / best(3, () => millisecondsOf(regex, quarter))
  if (times < MAX_GROWTH) return null
  const sample = JSON.stringify(textOf(12).slice(0, 24))
  return `${Math.round(long)} ms for ${length} letters like ${sample}, ${Math.round(times)} times those for a quarter`
}

test('every pattern takes time in proportion to the text that it meets', () => {
  const patterns = patternsOfTheCode()
  expect(patterns.length).toBeGreaterThan(100)
  const slow = patterns.flatMap(({ where, regex }) => {
    for (const textOf of textsFor(regex)) {
      const why = slowness(regex, textOf)
      if (why !== null) return `${where}: ${why}`
    }
    return []
  })
  expect(slow).toEqual([])
})

test.each([[/block (number )?.*not found/i], [/\S+\.eth\b/], [/-+$/], [/^(a+)+$/]])(
  '%s, which does not, is found out',
  (regex) => {
    const found = [...textsFor(regex)].some((textOf) => slowness(regex, textOf) !== null)
    expect(found).toBe(true)
  },
)
