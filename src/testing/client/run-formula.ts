/** Gives the rows that a formula of `snippets.ts` finds, without the heads: what Google Sheets does, of the little that is used here. */
export async function runFormula(formula: string): Promise<string[][]> {
  const [, address = '', query = ''] =
    /^=QUERY\(IMPORTDATA\("([^"]+)"\), "((?:[^"]|"")*)", 1\)$/.exec(formula) ?? []
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`)
  const [, ...rows] = parseCsv(await response.text())
  const [, columns = '', where] =
    /^select (Col\d+(?:, Col\d+)*)(?: where (.+))?$/.exec(query.replaceAll('""', '"')) ?? []
  const places = [...columns.matchAll(/\d+/g)].map(([place]) => Number(place) - 1)
  const passes = where === undefined ? () => true : condition(where)
  return rows.filter(passes).map((row) => places.map((place) => row[place] ?? ''))
}

/** One condition, some in brackets with `or`, or all joined with `and`. */
function condition(text: string): (row: string[]) => boolean {
  const all = split(text, ' and ').map((one) => {
    const inner = /^\((.*)\)$/s.exec(one)?.[1]
    const any = inner === undefined ? [single(one)] : split(inner, ' or ').map(single)
    return (row: string[]) => any.some((passes) => passes(row))
  })
  return (row) => all.every((passes) => passes(row))
}

function single(text: string): (row: string[]) => boolean {
  const [, isLower, column, rest = ''] = /^(lower\()?Col(\d+)\)? (.+)$/s.exec(text) ?? []
  const value = (row: string[]) => {
    const cell = row[Number(column) - 1] ?? ''
    return isLower ? cell.toLowerCase() : cell
  }
  if (rest === 'is null') return (row) => value(row) === ''
  const [, operator, operand = ''] = /^(<=|=|matches|contains) (.+)$/s.exec(rest) ?? []
  const literal = operand.slice(1, -1)
  switch (operator) {
    case '<=':
      return (row) => value(row) !== '' && Number(value(row)) <= Number(operand)
    case '=':
      return (row) => value(row) === literal
    case 'matches':
      return (row) => new RegExp(`^(?:${literal})$`).test(value(row))
    case 'contains':
      return (row) => value(row).includes(literal)
    default:
      throw new Error(`Not a condition: ${text}`)
  }
}

/** Splits outside of quotes and brackets. */
function split(text: string, by: string): string[] {
  const parts = ['']
  let quote = ''
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quote === '' && depth === 0 && text.startsWith(by, at)) {
      parts.push('')
      at += by.length - 1
      continue
    }
    if (quote === sign) quote = ''
    else if (quote === '' && /['"]/.test(sign)) quote = sign
    else if (quote === '' && sign === '(') depth += 1
    else if (quote === '' && sign === ')') depth -= 1
    parts[parts.length - 1] += sign
  }
  return parts
}

/** Rows of a file in the form of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}
