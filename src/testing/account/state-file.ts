import Database from 'better-sqlite3'

/** Number of rows of each table of a state file, but for the log, which has one for each commit and is emptied. */
export function rowsIn(file: string): Record<string, number> {
  return read(file, (db, tables) =>
    Object.fromEntries(
      tables
        .filter((name) => name !== 'count_log')
        .map((name) => [name, Number(db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())]),
    ),
  )
}

/** Every value in a state file as text, and every part of a record and of its name, each once. */
export function valuesIn(file: string): string[] {
  return read(file, (db, tables) => {
    const rows = tables.flatMap((name) => db.prepare(`SELECT * FROM "${name}"`).raw().all())
    const values = rows.flat().map(String)
    return [...new Set(values.flatMap((value) => [value, ...value.split(/["/]/)]))]
  })
}

function read<T>(file: string, work: (db: Database.Database, tables: string[]) => T): T {
  const db = new Database(file, { readonly: true })
  try {
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    return work(db, names.map(String))
  } finally {
    db.close()
  }
}
