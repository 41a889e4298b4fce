/** A number of bytes to three digits, such as `1.57 MB`. */
export function fileSize(bytes: number): string {
  const [size, unit] = bytes >= 1e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e3, 'KB']
  return `${Number(size.toPrecision(3))}\u00a0${unit}`
}
