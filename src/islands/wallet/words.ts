const LIST = new Intl.ListFormat('en-GB')

/** `Ethereum, Base and Polygon`. */
export function listed(words: readonly string[]): string {
  return LIST.format(words)
}

/** A name from outside in one of our sentences. Its letters may run from right to left: the marks keep them apart. */
export function isolated(name: string): string {
  return `\u2068${name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`
}
