import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import { COLOURS, LEVEL_COLOURS } from './colours.ts'
import { levelNumber } from './levels.ts'

const css = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')

test.each(Object.entries(COLOURS))('%s is the colour of the style sheet', (name, colour) => {
  expect(css).toContain(`--${name}: light-dark(${colour.day}, ${colour.night});`)
})

test.each(RISK_LEVELS)('the level %s has the colour of the style sheet', (level) => {
  const { day, night } = LEVEL_COLOURS[level]
  expect(css).toMatch(
    new RegExp(
      `\\.lv-${levelNumber(level)} \\{\\s+--mark: \\d;\\s+--level: light-dark\\(${day}, ${night}\\);\\s+\\}`,
    ),
  )
})
