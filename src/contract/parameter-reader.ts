import { type Day, isDay } from '../domain/day.ts'
import type { ProblemDetails } from './problems.ts'
import { plainText } from './search-text.ts'

/** A valid query with the names of ignored parameters, or what is wrong with it, by field. */
export type ParsedQuery<T> =
  | { ok: true; value: T; ignored: string[] }
  | { ok: false; details: ProblemDetails }

/** Most names in a filter. */
export const MAX_NAMES = 100
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/
const WHOLE = /^-?(0|[1-9]\d*)$/

/** Parses parameters strictly and collects every problem, so that one response lists all of them. */
export class ParameterReader {
  readonly #values = new Map<string, string[]>()
  readonly #read = new Set<string>()
  readonly #details: ProblemDetails = {}

  constructor(params: URLSearchParams) {
    for (const [name, value] of params) {
      const values = this.#values.get(name)
      if (values) values.push(value)
      else this.#values.set(name, [value])
    }
  }

  /** `value` with the names of unread parameters, or every complaint. */
  result<T>(value: T): ParsedQuery<T> {
    if (Object.keys(this.#details).length > 0) return { ok: false, details: this.#details }
    const names = [...this.#values.keys()].filter((name) => !this.#read.has(name))
    // `?=1` has an empty name.
    return { ok: true, value, ignored: names.filter((name) => name !== '').sort() }
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** The one of two names for the same parameter that is used. Both at once are a problem. */
  oneOf(name: string, other: string): string {
    if (!this.has(other)) return name
    return this.has(name) ? this.#complain(other, `must not be beside ${name}`, name) : other
  }

  /** A text that is given at most once; null when absent. */
  optional(name: string): string | null {
    return this.#text(name)
  }

  integer(name: string, least: number, most: number, fallback: number): number {
    const text = this.#text(name)
    if (text === null) return fallback
    if (!WHOLE.test(text)) return this.#complain(name, 'must be a whole number', fallback)
    const number = Number(text)
    if (number < least || number > most) {
      return this.#complain(name, `must be from ${least} to ${most}`, fallback)
    }
    return number
  }

  /** A decimal number from 0 to `most`; null when absent. */
  number(name: string, most: number): number | null {
    const text = this.#text(name)
    if (text === null) return null
    if (!DECIMAL.test(text)) return this.#complain(name, 'must be a decimal number', null)
    const number = Number(text)
    if (number < 0 || number > most) return this.#complain(name, `must be from 0 to ${most}`, null)
    return Math.abs(number)
  }

  /** A text that must be given and have at most so many characters, in the form in which searches compare it. */
  plainText(name: string, most: number): string {
    const values = this.#valuesOf(name)
    if (values.length === 0) return this.#complain(name, 'must be given', '')
    const text = this.#text(name)
    if (text === null) return ''
    if (text.length > most) return this.#complain(name, `must have at most ${most} characters`, '')
    const plain = plainText(text)
    return plain === '' ? this.#complain(name, 'must not be empty', '') : plain
  }

  /** A text like `plainText`, or nothing when it is absent. */
  optionalText(name: string, most: number): string {
    return this.#valuesOf(name).length === 0 ? '' : this.plainText(name, most)
  }

  /** A calendar day; null when absent. */
  day(name: string): Day | null {
    const text = this.#text(name)
    if (text === null || isDay(text)) return text
    return this.#complain(name, 'must be a day, such as 2026-11-21', null)
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.#text(name)
    if (text === null) return fallback
    const choice = choices.find((candidate) => candidate === text)
    return choice ?? this.#complain(name, `must be one of ${choices.join(', ')}`, fallback)
  }

  /** Some of the choices, comma-separated, in their own order. Empty when absent, and when all are given. */
  choices<T extends string>(name: string, choices: readonly T[]): T[] {
    const wanted = this.#text(name)?.split(',') ?? []
    if (wanted.some((word) => !choices.some((choice) => choice === word))) {
      return this.#complain(name, `must be one or more of ${choices.join(', ')}`, [])
    }
    const chosen = choices.filter((choice) => wanted.includes(choice))
    return chosen.length === choices.length ? [] : chosen
  }

  /** Comma-separated names in lower case, from one or more parameters; skips empty parts. */
  names(name: string): string[] {
    return this.exactNames(name).map((each) => each.toLowerCase())
  }

  /** The same as they are written. */
  exactNames(name: string): string[] {
    const texts = this.#valuesOf(name)
    if (texts.length === 0) return []
    if (texts.includes('')) return this.#complain(name, 'must not be empty', [])
    const parts = texts.flatMap((text) => text.split(','))
    const names = parts.flatMap((part) => part.trim() || [])
    if (names.length === 0) return this.#complain(name, 'must name at least one', [])
    if (names.length > MAX_NAMES) return this.#complain(name, `must name at most ${MAX_NAMES}`, [])
    return names
  }

  #valuesOf(name: string): string[] {
    this.#read.add(name)
    return this.#values.get(name) ?? []
  }

  #text(name: string): string | null {
    const values = this.#valuesOf(name)
    if (values.length > 1) return this.#complain(name, 'must be given once', null)
    const [text = null] = values
    return text === '' ? this.#complain(name, 'must not be empty', null) : text
  }

  /** Adds a problem of a parameter that the caller found. */
  complain(name: string, complaint: string): void {
    this.#complain(name, complaint, null)
  }

  #complain<T>(name: string, complaint: string, fallback: T): T {
    this.#details[name] = [...(this.#details[name] ?? []), complaint]
    return fallback
  }
}
