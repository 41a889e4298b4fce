import rules from '../banned-words.json' with { type: 'json' }

const patterns = rules.map(({ pattern, instead, caseSensitive = false }) => ({
  found: new RegExp(pattern, caseSensitive ? 'gu' : 'giu'),
  instead,
}))

/** The banned words of a text, as `NAME:LINE: "WORD"; write: …`, one for each place. */
export function wordFaults(name: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      patterns.flatMap(({ found, instead }) =>
        [...line.matchAll(found)].map(
          ([word]) => `${name}:${at + 1}: "${word.trim()}"; write: ${instead}`,
        ),
      ),
    )
}
