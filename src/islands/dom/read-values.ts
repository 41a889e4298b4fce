/** Values of a JSON document whose form is not certain. */

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text that is not empty; null for anything else. */
export function textIn(of: object, name: string): string | null {
  const value: unknown = Reflect.get(of, name)
  return typeof value === 'string' && value !== '' ? value : null
}

/** An object, or an empty one. */
export function objectIn(of: object, name: string): object {
  const value: unknown = Reflect.get(of, name)
  return isObject(value) ? value : {}
}
