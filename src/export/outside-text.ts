/** Longest text from outside in a document of control or markets, in UTF-16 units. */
const MAX_CHARACTERS = 400

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i

/** An address in the spelling of the documents: EVM addresses in lower case, others, whose case means something, as they are. */
export function inLowerCase(address: string): string {
  return EVM_ADDRESS.test(address) ? address.toLowerCase() : limited(address)
}

/** A text from outside on one line, cut at a limit. */
export function limited(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= MAX_CHARACTERS) return line
  // No pair of UTF-16 units is cut in two.
  const cut = line.slice(0, MAX_CHARACTERS - 1)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

/** A link from outside, when it is http(s) without a user name; else null. */
export function plainLink(link: string): string | null {
  if (!URL.canParse(link)) return null
  const { protocol, username, password, href } = new URL(link)
  const isPlain = protocol === 'https:' || protocol === 'http:'
  return isPlain && username === '' && password === '' ? href : null
}
