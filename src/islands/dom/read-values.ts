/** Values of a JSON document whose form is not certain. What has another type than expected is null: unknown, never zero. */

export function textIn(of: object, name: string): string | null {
  const value: unknown = Reflect.get(of, name)
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberIn(of: object, name: string): number | null {
  const value: unknown = Reflect.get(of, name)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function booleanIn(of: object, name: string): boolean | null {
  const value: unknown = Reflect.get(of, name)
  return typeof value === 'boolean' ? value : null
}

/** The value if it is one of these. */
export function oneOf<T extends string>(of: object, name: string, allowed: readonly T[]): T | null {
  const value: unknown = Reflect.get(of, name)
  return allowed.find((each) => each === value) ?? null
}

/** An object, or an empty one. */
export function objectIn(of: object, name: string): object {
  const value: unknown = Reflect.get(of, name)
  return isObject(value) ? value : {}
}

/** The objects of a list; null when there is no list. */
export function objectsIn(of: object, name: string): object[] | null {
  const value: unknown = Reflect.get(of, name)
  return Array.isArray(value) ? value.filter(isObject) : null
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
