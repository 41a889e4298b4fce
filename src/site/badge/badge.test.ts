import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RISK_LEVELS, type RiskLevel } from '../../domain/risk-level.ts'
import { inactiveWord, STATUSES } from '../../domain/status.ts'
import { COLOURS, LEVEL_COLOURS } from '../colours.ts'
import { type BadgeState, badgeSvg } from './badge.ts'
import { textWidth } from './text-width.ts'

const draw = (state: BadgeState, name = 'Tern Lend', notice: string | null = null) =>
  badgeSvg({ name, state, notice })

const scored = (kind: 'scored' | 'stale', level: RiskLevel = 'moderate', score = 3.4) =>
  ({ kind, score, level, day: '2026-11-21' }) as const

const titleOf = (svg: string) => /<title>(.*)<\/title>/s.exec(svg)?.[1]

/** The words of a badge in the order of their places. */
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, t]) => t)

test.each([
  ['very-low', 1.2, 'Very low', 'M1 19.2H29'],
  ['low', 2.4, 'Low', 'M1 15.6H29'],
  ['moderate', 3.4, 'Moderate', 'M1 12H29'],
  ['elevated', 5.2, 'Elevated', 'M1 8.4H29'],
  ['high', 10, 'High', 'M1 4.8H29'],
] as const)(
  '%s shows score, level and day, with its own colour and line',
  (level, score, word, line) => {
    const svg = draw(scored('scored', level, score))
    expect(textsOf(svg)).toEqual(['Plimsoll', score.toFixed(1), word, '21 Nov 2026'])
    expect(svg).toContain(`d="${line}" stroke="${LEVEL_COLOURS[level].day}"`)
    expect(svg).toContain(`.l{stroke:${LEVEL_COLOURS[level].night}}`)
    expect(titleOf(svg)).toBe(
      `Tern Lend: Plimsoll risk score ${score.toFixed(1)} of 10, ${word}, 21 Nov 2026.`,
    )
  },
)

test('an old reading keeps its score under a broken line, and says so beside its day', () => {
  const svg = draw(scored('stale'))
  expect(textsOf(svg)).toEqual(['Plimsoll', '3.4', 'Stale', '21 Nov 2026'])
  expect(svg).toContain('d="M1 12h2.2M5 12h2.2M22.8 12h2.2M26.8 12h2.2"')
  expect(titleOf(svg)).toContain('3.4 of 10, stale: last reading 21 Nov 2026')
})

test.each([
  ['insufficient', 'Insufficient Data', 'not given, Insufficient Data, 21 Nov 2026'],
  ['retired', 'Retired', 'retired, no longer given since 21 Nov 2026'],
] as const)('%s shows no number, a broken ring and the day', (kind, word, claim) => {
  const svg = draw({ kind, day: '2026-11-21' })
  expect(textsOf(svg)).toEqual(['Plimsoll', word, '21 Nov 2026'])
  expect(svg).toContain('stroke-dasharray')
  expect(svg).not.toContain('class="w"')
  expect(svg).toContain(`stroke="${COLOURS.rule.day}"`)
  expect(titleOf(svg)).toContain(claim)
})

test('one that is not active shows a word in place of its score', () => {
  const state = { kind: 'inactive', word: 'Dead', day: '2026-11-21' } as const
  const svg = badgeSvg({ name: 'Tern Lend', state, notice: null })
  expect(svg).toContain(
    '<title>Tern Lend: Plimsoll risk score not shown: dead since 21 Nov 2026.</title>',
  )
  expect(svg).toContain('>Dead</text>')
})

test('a sample says in its title that it is one', () => {
  const notice = 'Bundled sample. Not current.'
  expect(titleOf(draw(scored('scored'), 'Tern', notice))).toMatch(/2026\. Bundled sample\. Not/)
})

test('words of strangers stay words, and a long name is cut', () => {
  const svg = draw(scored('scored'), `<script>alert("1")</script>${'&'.repeat(500)}\u0000`)
  expect(svg).not.toContain('<script')
  expect(titleOf(svg)).toContain('&lt;script&gt;alert(&quot;1&quot;)')
  expect(titleOf(svg)).toContain('…: Plimsoll')
})

test('no badge is larger than 1.5 KB, and its texts never touch or leave the frame', () => {
  const state = fc.oneof(
    fc.record({
      kind: fc.constantFrom('scored' as const, 'stale' as const),
      score: fc.integer({ min: 0, max: 100 }).map((tenth) => tenth / 10),
      level: fc.constantFrom(...RISK_LEVELS),
      day: fc.constantFrom('2026-11-21', '2026-05-01'),
    }),
    fc.record({
      kind: fc.constantFrom('insufficient' as const, 'retired' as const),
      day: fc.constant('2026-09-30'),
    }),
  )
  fc.assert(
    fc.property(state, fc.string({ maxLength: 40, unit: 'grapheme-ascii' }), (badge, name) => {
      const svg = draw(badge, name.replace(/[&<>"']/g, '-'), 'Bundled sample. Not current.')
      expect(new TextEncoder().encode(svg).length).toBeLessThan(1_536)
      const width = Number(/ width="(\d+)"/.exec(svg)?.[1])
      let edge = 36
      for (const [, x, length] of svg.matchAll(
        /<text[^>]* x="([\d.]+)"[^>]* textLength="(\d+)"/g,
      )) {
        expect(Number(x) - edge).toBeGreaterThanOrEqual(4)
        edge = Number(x) + Number(length)
      }
      expect(width - edge).toBe(8)
    }),
  )
})

test('a width is that of Helvetica, and a character without one is refused', () => {
  // 833 + 556 + 556 + 556 + 333 + 556 + 278 + 556 thousandths.
  expect(textWidth('Moderate', 12)).toBe(51)
  expect(() => textWidth('é', 12)).toThrow('“é”')
})

test.each(STATUSES)('a badge has room for the word of what is %s', (status) => {
  expect(textWidth(inactiveWord(status) ?? 'Moderate', 11)).toBeGreaterThan(20)
})
