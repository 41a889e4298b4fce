/**
 * The document of an answer's text: what an agent's program would read of it. Throws for a text that is no such document. The counterpart of
 * `src/mcp/to-text.ts`.
 */
export function fromText(text: string): Record<string, unknown> {
  const document: Record<string, unknown> = {}
  let rows: unknown[] = []
  for (const line of text.split('\n')) {
    const [, list] = /^([^\s:]+) \(\d+\):$/.exec(line) ?? []
    if (list !== undefined) {
      rows = []
      document[list] = rows
      continue
    }
    const isRow = line.startsWith('- ')
    const reader = new Reader(isRow ? line.slice(2) : line)
    const fields = reader.fields('')
    if (isRow) rows.push(fields)
    else Object.assign(document, fields)
  }
  return document
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Fields up to a bracket, or up to the end for an empty `end`. */
  fields(end: '' | '}'): Record<string, unknown> {
    const fields: Record<string, unknown> = {}
    while (!this.#ended(end)) {
      const colon = this.#text.indexOf(': ', this.#at)
      if (colon < 0) throw new Error(`No name at ${this.#at} of ${this.#text}`)
      const name = this.#text.slice(this.#at, colon)
      this.#at = colon + 2
      fields[name] = this.#value()
      this.#skip(', ')
    }
    return fields
  }

  #value(): unknown {
    if (this.#skip('{')) return this.fields('}')
    if (this.#skip('[')) {
      const items: unknown[] = []
      while (!this.#ended(']')) {
        items.push(this.#value())
        this.#skip(', ')
      }
      return items
    }
    const rest = this.#text.slice(this.#at)
    const [quoted] = /^"(?:\\.|[^"\\])*"/.exec(rest) ?? []
    const word = quoted ?? /^[^,;:{}[\]"]*/.exec(rest)?.[0] ?? ''
    this.#at += word.length
    if (quoted !== undefined) return JSON.parse(quoted)
    return /^(null|true|false|-?\d+(\.\d+)?(e[+-]?\d+)?)$/.test(word) ? JSON.parse(word) : word
  }

  #ended(end: string): boolean {
    return end === '' ? this.#at >= this.#text.length : this.#skip(end)
  }

  #skip(text: string): boolean {
    const found = this.#text.startsWith(text, this.#at)
    if (found) this.#at += text.length
    return found
  }
}
