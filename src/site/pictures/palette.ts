import { RISK_LEVELS, type RiskLevel } from '../../domain/risk-level.ts'
import { COLOURS, LEVEL_COLOURS } from '../colours.ts'

/** Steps from paper to ink: the edges of letters. */
const STEPS = 4

/** The colours of a picture of one level, at most 16: paper first, then the steps to ink, then the colours of the drawing. */
export function paletteOf(level: RiskLevel | null): string[] {
  const { paper, ink, 'ink-2': grey, shallow, rule } = COLOURS
  const hue = level === null ? rule.day : LEVEL_COLOURS[level].day
  return [
    ...stepsToInk(),
    grey.day,
    rule.day,
    shallow.day,
    hue,
    mixed(hue, paper.day, 0.5),
    mixed(hue, ink.day, 0.5),
    mixed(shallow.day, ink.day, 0.5),
  ]
}

/** The colours of a picture of several levels, as a `PictureKit` orders them. */
export function sharedPalette(): string[] {
  const { rule, shallow } = COLOURS
  return [
    ...stepsToInk(),
    rule.day,
    shallow.day,
    ...RISK_LEVELS.map((level) => LEVEL_COLOURS[level].day),
  ]
}

function stepsToInk(): string[] {
  const { paper, ink } = COLOURS
  return Array.from({ length: STEPS + 1 }, (_, step) => mixed(paper.day, ink.day, step / STEPS))
}

/** The place in every palette for each cover of a pixel by a letter, from 0 to 255. `strength`: 1 is ink, less is grey. */
export function shadesOf(strength: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, cover) =>
    Math.round((cover / 255) * strength * STEPS),
  )
}

/** The place of the nearest colour of a palette for each pixel of three bytes. */
export function placesOf(pixels: Uint8Array, palette: readonly string[]): Uint8Array {
  const colours = palette.map(channels)
  const known = new Map<number, number>()
  const places = new Uint8Array(pixels.length / 3)
  for (let at = 0, from = 0; at < places.length; at += 1, from += 3) {
    const [red, green, blue] = [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0]
    const key = (red << 16) | (green << 8) | blue
    let place = known.get(key)
    if (place === undefined) {
      place = nearest([red, green, blue], colours)
      known.set(key, place)
    }
    places[at] = place
  }
  return places
}

function nearest(colour: number[], palette: number[][]): number {
  const distances = palette.map((other) =>
    other.reduce((sum, channel, index) => sum + (channel - (colour[index] ?? 0)) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function mixed(from: string, to: string, share: number): string {
  const target = channels(to)
  const parts = channels(from).map((channel, index) =>
    Math.round(channel + ((target[index] ?? 0) - channel) * share),
  )
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
