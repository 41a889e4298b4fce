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

/** How much of a level is in the colour of a cell of the risk map, above and below the surface, in percent. */
const mapCss = readFileSync(new URL('../styles/map.css', import.meta.url), 'utf8')
const shares = [...mapCss.matchAll(/var\(--level\) (\d+)%/g)].map(([, percent]) => Number(percent))

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Relative luminance (WCAG 2.2). */
const luminance = (rgb: readonly number[]) => {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(RISK_LEVELS)(
  'a text on a cell of the level %s has a contrast of 4.5 by day and by night',
  (level) => {
    expect(shares).toHaveLength(2)
    for (const time of ['day', 'night'] as const) {
      const [fill, paper] = [channels(LEVEL_COLOURS[level][time]), channels(COLOURS.paper[time])]
      const ink = luminance(channels(COLOURS.ink[time]))
      for (const share of shares) {
        const ground = luminance(
          fill.map((value, at) => (value * share + (paper[at] ?? 0) * (100 - share)) / 100),
        )
        const [low, high] = [Math.min(ink, ground), Math.max(ink, ground)]
        expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(4.5)
      }
    }
  },
)
