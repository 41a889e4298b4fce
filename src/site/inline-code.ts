export interface InlinePart {
  kind: 'text' | 'code'
  text: string
}

/** A sentence with code between backticks, in parts. */
export function inlineParts(sentence: string): InlinePart[] {
  return sentence
    .split(/(`[^`]+`)/)
    .filter((text) => text !== '')
    .map((text) =>
      /^`[^`]+`$/.test(text) ? { kind: 'code', text: text.slice(1, -1) } : { kind: 'text', text },
    )
}
