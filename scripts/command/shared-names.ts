/** A client knows no server, each of two graphs or holdings is that of its room, and a name in the contract may recur in the code that reads it. */
const ALLOWED = [
  'ErrorCode',
  'Graph',
  'Holding',
  'KnownProtocol',
  'PlimsollError',
  'Stake',
  'Universe',
  'WalletHolding',
]

/** The names that more than one of these files exports a type under, as `NAME: FILE, FILE`. One name is one type. */
export function sharedNames(files: readonly (readonly [name: string, text: string])[]): string[] {
  const places = new Map<string, string[]>()
  for (const [file, text] of files) {
    for (const [, name = ''] of text.matchAll(
      /^export (?:interface|type|(?:abstract )?class) (\w+)/gm,
    )) {
      places.set(name, [...(places.get(name) ?? []), file])
    }
  }
  return [...places]
    .filter(([name, where]) => where.length > 1 && !ALLOWED.includes(name))
    .map(([name, where]) => `${name}: ${where.join(', ')}`)
}
