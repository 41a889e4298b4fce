import type { Anchor } from '../score/anchors.ts'
import { reading, tenth } from './figures.ts'

/** The drawing of a signal's anchors. Lengths are pixels of its own box. */
export interface Curve {
  width: number
  height: number
  axis: { left: number; right: number; foot: number }
  /** Path through the anchors, flat outside them. */
  line: string
  dots: { x: number; y: number }[]
  xTicks: { x: number; text: string; anchor: 'start' | 'middle' | 'end' }[]
  yTicks: { y: number; text: string }[]
  /** False when the anchors are drawn at equal distances because they would be too close to scale. */
  isToScale: boolean
  label: string
}

const WIDTH = 320
const HEIGHT = 176
const LEFT = 26
const RIGHT = 306
const TOP = 12
const FOOT = 146

/** Anchors whose closest pair is nearer than this share of the axis are drawn at equal distances. */
const LEAST_GAP = 0.04
/** Values closer than this would be written over each other. */
const TICK_GAP = 34
/** The curve goes on flat for this long beyond its ends. */
const OVERHANG = 8

/** Geometry of a curve of risk points 0-10 over the values of a signal. */
export function curveOf(anchors: readonly Anchor[]): Curve {
  const first = anchors[0]?.at ?? 0
  const last = anchors.at(-1)?.at ?? 1
  const gaps = anchors.slice(1).map(({ at }, index) => at - (anchors[index]?.at ?? at))
  const isToScale = Math.min(...gaps) >= LEAST_GAP * (last - first)
  const span = RIGHT - LEFT - 2 * OVERHANG
  const dots = anchors.map(({ at, risk }, index) => {
    const share = isToScale ? (at - first) / (last - first) : index / (anchors.length - 1)
    return { x: tenth(LEFT + OVERHANG + share * span), y: heightOf(risk) }
  })
  const ends = [dots[0]?.y ?? FOOT, dots.at(-1)?.y ?? FOOT]
  const inner = dots.map(({ x, y }) => `L${x} ${y}`).join('')
  return {
    width: WIDTH,
    height: HEIGHT,
    axis: { left: LEFT, right: RIGHT, foot: FOOT },
    line: `M${LEFT} ${ends[0]}${inner}L${RIGHT} ${ends[1]}`,
    dots,
    xTicks: ticksOf(anchors, dots),
    yTicks: [0, 5, 10].map((risk) => ({ y: heightOf(risk), text: `${risk}` })),
    isToScale,
    label: `Risk points by value: ${anchors.map(({ at, risk }) => `${reading(at)} gives ${risk}`).join(', ')}.`,
  }
}

/** Both ends, and the anchors in between that have room. */
function ticksOf(anchors: readonly Anchor[], dots: readonly { x: number }[]): Curve['xTicks'] {
  const ticks: Curve['xTicks'] = []
  const end = dots.at(-1)?.x ?? RIGHT
  for (const [index, { at }] of anchors.entries()) {
    const x = dots[index]?.x ?? LEFT
    const isLast = index === anchors.length - 1
    const before = ticks.at(-1)?.x ?? Number.NEGATIVE_INFINITY
    if (!isLast && (x - before < TICK_GAP || (index > 0 && end - x < TICK_GAP))) continue
    ticks.push({ x, text: reading(at), anchor: isLast ? 'end' : index === 0 ? 'start' : 'middle' })
  }
  return ticks
}

function heightOf(risk: number): number {
  return tenth(FOOT - (risk / 10) * (FOOT - TOP))
}
