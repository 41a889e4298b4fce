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
    const handles = `${tenth(start + HANDLE * half)} ${from} ${tenth(end - HANDLE * half)} ${to}`
    return `C${handles} ${tenth(end)} ${to}`
  })
  return `M${left} ${trough}${parts.join('')}`
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
