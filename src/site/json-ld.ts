/** A JSON-LD value for a script element: no text in it can end the element. */
export function jsonLd(value: Record<string, unknown>): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
