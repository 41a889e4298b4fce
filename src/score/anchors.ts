export interface Anchor {
  at: number
  risk: number
}

/** Risk points for a value: straight lines between anchors, flat before the first and after the last. */
export function riskAt(anchors: readonly Anchor[], value: number): number {
  let before: Anchor | undefined
  for (const anchor of anchors) {
    if (value <= anchor.at) {
      if (!before) return anchor.risk
      const share = (value - before.at) / (anchor.at - before.at)
      return before.risk + share * (anchor.risk - before.risk)
    }
    before = anchor
  }
  return before?.risk ?? Number.NaN
}

/**
 * The value of least risk that has these risk points, between the ends of the axis. The risk must rise along it, or fall along it.
 */
export function valueAt(anchors: readonly Anchor[], risk: number): number {
  let before: Anchor | undefined
  for (const anchor of anchors.toSorted((a, b) => a.risk - b.risk)) {
    if (risk <= anchor.risk) {
      if (!before) return anchor.at
      const share = (risk - before.risk) / (anchor.risk - before.risk)
      return before.at + share * (anchor.at - before.at)
    }
    before = anchor
  }
  return before?.at ?? Number.NaN
}
