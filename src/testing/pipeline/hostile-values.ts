import fc from 'fast-check'
import hostileTexts from './hostile-texts.json' with { type: 'json' }

/** What no JSON text can be made of, and every reader of JSON understands: `hostileJson` writes it as 1e999. */
const INFINITE = 'infinite'

/**
 * Texts that are dangerous as a path, a route, a file name, a key, or inside HTML, XML, CSV or JSON; half of a pair of surrogates is
 * not allowed in a file.
 */
const hostile = fc.constantFrom(...hostileTexts, '\ud800', 'https://\ud800.io')
export const texts = fc.oneof(
  { weight: 5, arbitrary: hostile },
  hostile.map((text) => `${text}.html`),
  fc.tuple(hostile, hostile).map((two) => two.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 90, maxLength: 210 }),
  fc.constantFrom(
    'a'.repeat(200),
    '\ud83d\ude80'.repeat(100),
    '%'.repeat(200),
    `${'a'.repeat(195)}.html`,
  ),
)
export const numbers = fc.oneof(
  fc.constant(INFINITE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    0.1,
    1e13,
    1e308,
    -1e308,
    -1,
    2 ** 53,
    -1e-9,
    1_600_000_000,
    4_102_444_799,
    8.64e15,
    1e-9,
  ),
)
export const lists = fc.oneof(
  { weight: 20, arbitrary: fc.array(texts, { maxLength: 4 }) },
  fc.constant(Array.from({ length: 3_000 }, (_, at) => `x${at}`)),
)
const deep = fc.constant(Array.from({ length: 150 }).reduce<unknown>((inner) => [inner], 'deep'))
export const anything = fc.oneof(
  texts,
  numbers,
  lists,
  deep,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, false, {}, []),
)
/** Mostly of the promised type, sometimes of any other. */
export const mostly = (sound: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: sound }, anything)
export const chains = lists.map((others) => [...others.slice(0, 40), 'Ethereum'])
export const amounts = fc.dictionary(
  fc.oneof(fc.constantFrom('Ethereum', 'Base', 'Base-borrowed', 'staking'), texts),
  fc.oneof(numbers, fc.constant(null), fc.constant(1_000_000)),
  { maxKeys: 4 },
)
export const dates = fc.oneof(texts, numbers)
export const breakdown = fc.array(
  fc.record(
    { name: texts, type: texts, proof: lists, startDate: dates, endDate: anything },
    { requiredKeys: ['name'] },
  ),
  { maxLength: 3 },
)
export const hallmarks = fc.array(fc.oneof(fc.tuple(numbers, texts), anything), { maxLength: 3 })
export const ids = fc.oneof(
  fc.constantFrom('0', '-1', '1e3', '01', '9'.repeat(15), '9'.repeat(16), 'parent#a', 1.5, 2 ** 53),
  anything,
)

/** Text of JSON in which `INFINITE` is a number that overflows. */
export function hostileJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${INFINITE}"`, '1e999')
}
