import Database from 'better-sqlite3'
import { type ScreenerRequest, type ScreenerSort, THRESHOLDS } from '../../src/contract/query.ts'
import type { ScreenerRow } from '../../src/contract/responses.ts'

const COLUMNS = Object.values(THRESHOLDS)

/**
 * The screener as one would write it in SQLite: an index for each sort in each direction, one for categories, a table of
 * chains, and each row stored as JSON, the cheapest way to get it back whole.
 */
export function createSqliteScreener(
  rows: readonly ScreenerRow[],
): (query: ScreenerRequest) => { rows: unknown[]; total: number } {
  const db = new Database(':memory:')
  db.exec(`
    CREATE TABLE protocol (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, category TEXT COLLATE NOCASE, tvl REAL,
      ${COLUMNS.map((column) => `${column} REAL`).join(', ')}, row TEXT NOT NULL
    );
    CREATE TABLE protocol_chain (
      chain TEXT COLLATE NOCASE NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (chain, number)
    ) WITHOUT ROWID;
    CREATE INDEX by_category ON protocol (category);
    CREATE INDEX chains_of ON protocol_chain (number, chain);
  `)
  const names = ['id', 'category', 'tvl', ...COLUMNS, 'row']
  const insert = db.prepare(
    `INSERT INTO protocol (number, ${names.join(', ')}) VALUES (${'?, '.repeat(names.length)}?)`,
  )
  const insertChain = db.prepare('INSERT INTO protocol_chain (chain, number) VALUES (?, ?)')
  db.transaction(() => {
    rows.forEach((row, number) => {
      const numbers = COLUMNS.map((column) => row[column])
      insert.run(number, row.id, row.category, row.tvlUsd, ...numbers, JSON.stringify(row))
      for (const chain of row.chains) insertChain.run(chain, number)
    })
  })()
  for (const sort of [...COLUMNS, 'tvl'] as const) {
    for (const direction of ['asc', 'desc'] as const) {
      db.exec(`CREATE INDEX ${sort}_${direction} ON protocol (${orderBy(sort, direction)})`)
    }
  }
  db.exec('ANALYZE')
  const statements = new Map<string, Database.Statement<unknown[], unknown>>()

  function prepared(sql: string): Database.Statement<unknown[], unknown> {
    const statement = statements.get(sql) ?? db.prepare(sql).pluck()
    statements.set(sql, statement)
    return statement
  }

  return (query) => {
    const { where, values } = conditions(query)
    const order = orderBy(query.sort, query.direction)
    const found = prepared(
      `SELECT row FROM protocol ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ).all(...values, query.perPage, (query.page - 1) * query.perPage)
    const total = prepared(`SELECT count(*) FROM protocol ${where}`).get(...values)
    return { rows: JSON.parse(`[${found.join(',')}]`), total: Number(total) }
  }
}

function orderBy(sort: ScreenerSort, direction: 'asc' | 'desc'): string {
  return `${sort} IS NULL, ${sort} ${direction}, tvl IS NULL, tvl DESC, id`
}

function conditions(query: ScreenerRequest): { where: string; values: (string | number)[] } {
  const parts: string[] = []
  const values: (string | number)[] = []
  for (const column of COLUMNS) {
    const maximum = query.maxima[column]
    if (maximum === undefined) continue
    parts.push(`${column} <= ?`)
    values.push(maximum)
  }
  if (query.categories.length > 0) {
    parts.push(`category IN (${marks(query.categories)})`)
    values.push(...query.categories)
  }
  if (query.chains.length > 0) {
    parts.push(
      `number IN (SELECT number FROM protocol_chain WHERE chain IN (${marks(query.chains)}))`,
    )
    values.push(...query.chains)
  }
  return { where: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', values }
}

function marks(names: readonly string[]): string {
  return names.map(() => '?').join(', ')
}
