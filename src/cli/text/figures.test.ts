import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RISK_LEVELS } from '../../domain/risk-level.ts'
import { bar, cents, levelCell, levelFormat, signed, usd } from './figures.ts'

const plainView = { columns: 80, colours: false }
const coloured = { columns: 80, colours: true }

test('what is not known is a question mark, never zero', () => {
  expect([usd(1_840), usd(null)]).toEqual(['$1.84k', '?'])
  expect([cents(0), cents(-1234.5), cents(null)]).toEqual(['$0.00', '-$1,234.50', '?'])
})

test('every level of the score has its bar, its word and its colour', () => {
  expect(RISK_LEVELS.map((level) => levelCell(4, level, plainView).text)).toEqual([
    ' 4.0 #.... very low',
    ' 4.0 ##... low',
    ' 4.0 ###.. moderate',
    ' 4.0 ####. elevated',
    ' 4.0 ##### high',
  ])
  for (const level of RISK_LEVELS) expect(levelFormat(level)).not.toBeNull()
  expect(levelCell(10, 'high', coloured).text).toBe('10.0 ▇▇▇▇▇ high')
  expect(levelCell(4, 'elevated', coloured).text).toContain('▇▇▇▇▁')
})

test('no score is a question mark, and a level that is not known yet is only its word', () => {
  expect(levelCell(null, null, plainView).text.trim()).toBe('?')
  expect(levelCell(7, 'very-high', plainView).text).toBe(' 7.0 very high')
})

test('a bar has its cells whatever the score', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (score) => {
      expect(bar(score, 10, plainView)).toMatch(/^#*\.*$/)
      expect(bar(score, 10, plainView)).toHaveLength(10)
    }),
  )
  expect([bar(0, 5, plainView), bar(4.4, 5, plainView)]).toEqual(['.....', '####.'])
})

test('changes have their sign', () => {
  expect([signed(0.4), signed(-0.3), signed(0), signed(-0.04), signed(0.04)]).toEqual([
    '+0.4',
    '-0.3',
    '0.0',
    '0.0',
    '0.0',
  ])
})
