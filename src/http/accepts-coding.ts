/** Compression does not pay for smaller bodies. */
export const MIN_COMPRESSED_BYTES = 1_024

/** Whether a client takes a content coding, by its Accept-Encoding header. One with `q=0` is refused. */
export function acceptsCoding(accepted: string | null, coding: 'br' | 'gzip'): boolean {
  return (accepted ?? '')
    .toLowerCase()
    .split(',')
    .some((offer) => offer.split(';')[0]?.trim() === coding && !/;\s*q=0(\.0*)?\s*$/.test(offer))
}
