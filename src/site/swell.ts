/** Part of a half wave where the handles of a Bézier curve must be for it to follow a cosine. */
const HANDLE = 0.3642

/** The surface of water that swings between two heights from `left` to `right`, in whole waves from a trough on, as a path. */
export function swellPath(
  { left, right }: { left: number; right: number },
  { trough, crest }: { trough: number; crest: number },
  waves: number,
): string {
  const half = (right - left) / (2 * waves)
  const parts = Array.from({ length: 2 * waves }, (_, index) => {
    const [from, to] = index % 2 === 0 ? [trough, crest] : [crest, trough]
    const [start, end] = [left + index * half, left + (index + 1) * half]
    const handle = `${tenth(end - HANDLE * half)} ${to}`
    // From the second half wave on, the first handle is the mirror image of the one before.
    if (index > 0) return `S${handle} ${tenth(end)} ${to}`
    return `C${tenth(start + HANDLE * half)} ${from} ${handle} ${tenth(end)} ${to}`
  })
  return `M${left} ${trough}${parts.join('')}`
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
