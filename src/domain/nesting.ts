const QUOTE = 34
const BACKSLASH = 92

/** The nesting of a JSON text. */
interface Nesting {
  /** Most brackets that are open at once. */
  deepest: number
  /** Brackets that are still open at the end. */
  open: number
}

/** Measures how deep a JSON text is nested without parsing it, at any size. Brackets in strings do not count. */
export function nestingOf(json: string): Nesting {
  let deepest = 0
  let open = 0
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(json, at)
        break
      case 91: // [
      case 123: // {
        open += 1
        if (open > deepest) deepest = open
        break
      case 93: // ]
      case 125: // }
        open -= 1
    }
  }
  return { deepest, open }
}

/**
 * A JSON text with `null` in place of every list and object that is nested deeper than `levels`. So much of a text as breaks off inside one
 * is left out.
 */
export function cutNesting(json: string, levels: number): string {
  const kept: string[] = []
  let from = 0
  let open = 0
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(json, at)
        break
      case 91:
      case 123:
        open += 1
        if (open === levels + 1) kept.push(json.slice(from, at), 'null')
        break
      case 93:
      case 125:
        if (open === levels + 1) from = at + 1
        open -= 1
    }
  }
  return open > levels ? kept.join('') : kept.join('') + json.slice(from)
}

/** Index of the quote that closes the string opened at `start`; the length of the text when there is none. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return json.length
}
