import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy'

/** A rectangle of a picture, in percent of its width and height from its upper left corner, to hundredths. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Width to height that the cells are nearly square at: between a phone, where the picture is narrower, and a wide screen. */
const ASPECT = 1.1

/**
 * A squarified treemap (Bruls, Huizing and van Wijk, 2000): one box for each size, in the same order, with areas in proportion. The boxes
 * fill the picture and do not overlap. Sizes are finite and above zero; the best order is the largest first.
 */
export function treemapBoxes(sizes: readonly number[]): Box[] {
  const root = hierarchy<{ size: number; children?: { size: number }[] }>({
    size: 0,
    children: sizes.map((size) => ({ size })),
  }).sum(({ size }) => size)
  const layout = treemap<{ size: number }>()
    .tile(treemapSquarify.ratio(1))
    .size([100 * ASPECT, 100])
  return layout(root)
    .leaves()
    .slice(0, sizes.length)
    .map(({ x0, x1, y0, y1 }) => {
      const [left, right] = [hundredth(x0 / ASPECT), hundredth(x1 / ASPECT)]
      const [top, bottom] = [hundredth(y0), hundredth(y1)]
      return { x: left, y: top, width: hundredth(right - left), height: hundredth(bottom - top) }
    })
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}
