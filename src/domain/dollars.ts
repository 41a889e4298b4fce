import table from '../../data/dependencies/tokens.json' with { type: 'json' }

const rows: readonly { symbols: readonly string[]; peg?: string }[] = table.rows

/** Symbols, in capitals, that the reviewed table has for tokens that promise to be worth one US dollar. */
export const DOLLAR_SYMBOLS: ReadonlySet<string> = new Set(
  rows.flatMap(({ symbols, peg }) => (peg ? symbols.map((symbol) => symbol.toUpperCase()) : [])),
)
