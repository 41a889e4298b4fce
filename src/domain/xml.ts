const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Characters that XML 1.0 does not allow, escaped or not. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** The text as content or as a quoted attribute of XML 1.0. What XML cannot spell becomes U+FFFD. */
export function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '\u{FFFD}')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
