/** A text that can be read without quotes: no separator or bracket, and no number or word that is a value of its own. */
const PLAIN = /^(?!(?:null|true|false|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$)[^\s,;:{}[\]"][^,;:{}[\]"]*$/

/**
 * A document as short text with the same content as its JSON: a line for each field, and a line for each item of a list of objects. Takes
 * about two thirds of the characters. Absent values are written `null`, as in the document.
 */
export function toText(document: Record<string, unknown>): string {
  return Object.entries(document)
    .flatMap(([name, value]) =>
      isListOfObjects(value)
        ? [`${name} (${value.length}):`, ...value.map((item) => `- ${fields(item)}`)]
        : [`${name}: ${inline(value)}`],
    )
    .join('\n')
}

function isListOfObjects(value: unknown): value is object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
}

function inline(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value === 'object' && value !== null) return `{${fields(value)}}`
  return String(value)
}

function fields(value: object): string {
  return Object.entries(value)
    .map(([name, item]) => `${name}: ${inline(item)}`)
    .join(', ')
}
