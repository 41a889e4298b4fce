import { day } from './figures.ts'

/** A part of a sentence from a document: plain text, an address, or an ISO day. */
export interface TextPart {
  kind: 'text' | 'address' | 'day'
  text: string
}

const ADDRESS_OR_DAY = /(0x[0-9a-f]{40}|\b\d{4}-\d{2}-\d{2}\b)/

/** A sentence in parts, so that a page can shorten addresses and write days its own way. The parts together are the sentence. */
export function partsOfText(sentence: string): TextPart[] {
  return sentence
    .split(ADDRESS_OR_DAY)
    .filter((text) => text !== '')
    .map((text) => ({ kind: kindOf(text), text }))
}

/** An address in short: its first and last digits. */
export function shortAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** A name from outside of at most `most` UTF-16 units and an ellipsis. */
export function shortName(name: string, most = 60): string {
  return name.length > most ? `${name.slice(0, most).toWellFormed()}…` : name
}

/** A sentence with its addresses in short and its days written out, for a narrow place. */
export function shortText(sentence: string): string {
  return partsOfText(sentence)
    .map(({ kind, text }) =>
      kind === 'address' ? shortAddress(text) : kind === 'day' ? day(text) : text,
    )
    .join('')
}

function kindOf(text: string): TextPart['kind'] {
  if (!ADDRESS_OR_DAY.test(text)) return 'text'
  return text.startsWith('0x') ? 'address' : 'day'
}
