import { tenth } from './figures.ts'

const RADIUS = 7.6
const CENTRE = { x: 15, y: 12 }

/** Height of the line in the mark, from the top of its 24 units, one for each level. */
const LINE_HEIGHT = [19.2, 15.6, 12, 8.4, 4.8]

/** The small mark of a level from 1 to 5, in a box of 30 by 24; `y` is the upper edge of the water and the middle of the line. */
export function glyphOf(level: number) {
  const y = LINE_HEIGHT[level - 1] ?? CENTRE.y
  return { y, water: waterBelow(y, CENTRE.x, CENTRE.y, RADIUS) }
}

/** Path of the part of a disc that lies below the height `y`. */
export function waterBelow(y: number, cx: number, cy: number, radius: number): string {
  const up = Math.min(radius, Math.max(-radius, cy - y))
  const half = Math.sqrt(radius * radius - up * up)
  const large = up > 0 ? 1 : 0
  return `M${tenth(cx - half)} ${tenth(cy - up)}A${radius} ${radius} 0 ${large} 0 ${tenth(cx + half)} ${tenth(cy - up)}Z`
}
