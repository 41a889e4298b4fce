/** A text without case, marks and compatibility forms, so that `Ćurve` is found by `curve`. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
