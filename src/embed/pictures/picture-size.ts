/**
 * Size of a picture for a link, in pixels. Readers of Open Graph show 600 by 315 and more as a large picture; this has the same
 * proportions, and half of the bytes of the usual 1,200 by 630.
 */
export const PICTURE = { width: 800, height: 420 } as const
