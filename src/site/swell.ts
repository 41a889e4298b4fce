import { tenth } from './figures.ts'

/** Part of a half wave where the handles of a Bézier curve must be for it to follow a cosine. */
const HANDLE = 0.3642

const CHORDS = 64

/** The surface of water that swings between two heights from `left` to `right`, in whole waves from a trough on, as a path. Eighths of the width should be whole. */
export function swellPath(
  { left, right }: { left: number; right: number },
  { trough, crest }: { trough: number; crest: number },
  waves: number,
): string {
  const half = (right - left) / (2 * waves)
  const handle = Math.round(HANDLE * half)
  const parts = Array.from({ length: 2 * waves }, (_, index) => {
    const rise = tenth(index % 2 === 0 ? crest - trough : trough - crest)
    return pair(half - handle, rise) + pair(half, rise)
  })
  // Relative, and from the second half wave on the first handle is the mirror image of the one before: few characters.
  return `M${left} ${trough}c${handle} 0${parts[0]}s${parts.slice(1).join('').trimStart()}`
}

/** Length of such a surface: that of the cosine which it follows, in sixty-four chords a half wave. */
export function swellLength(
  { left, right }: { left: number; right: number },
  height: number,
  waves: number,
): number {
  const half = (right - left) / (2 * waves)
  const at = (step: number) => (height / 2) * Math.cos((Math.PI * step) / CHORDS)
  const chords = Array.from({ length: CHORDS }, (_, step) =>
    Math.hypot(half / CHORDS, at(step + 1) - at(step)),
  )
  return 2 * waves * chords.reduce((sum, chord) => sum + chord, 0)
}

/** Two numbers of a path; a minus needs no space before it. */
function pair(x: number, y: number): string {
  return ` ${x}${y < 0 ? '' : ' '}${y}`
}
