import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'

/** The code of a contract has at most 24,576 bytes (EIP-170), twice that on some chains (EIP-7907); the rest is room to spare. */
const MAX_BODY_BYTES = 50_000

/** Code of contracts by its hash, `0x` and hex. */
export interface CodeFile {
  get(hash: `0x${string}`): `0x${string}` | undefined
  set(hash: `0x${string}`, code: `0x${string}`): void
  close(): void
}

/**
 * Code of contracts by hash, in a file of its own: code of a hash never changes, and it has no place in the published store. A file
 * that cannot be used costs only time, because the code is then read again, so nothing here throws.
 */
export function openCodeFile(file: string): CodeFile {
  const db = openFile(file)
  const read = db?.prepare<[string], { body: Buffer }>('SELECT body FROM code WHERE hash = ?')
  const write = db?.prepare('INSERT INTO code (hash, body) VALUES (?, ?) ON CONFLICT DO NOTHING')
  return {
    get: (hash) => {
      const body = attempt(() => read?.get(hash)?.body)
      return body && `0x${body.toString('hex')}`
    },
    set: (hash, code) => {
      const body = Buffer.from(code.slice(2), 'hex')
      if (body.length <= MAX_BODY_BYTES) attempt(() => write?.run(hash, body))
    },
    close: () => db?.close(),
  }
}

function openFile(file: string): Database.Database | undefined {
  return attempt(() => {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
    const db = new Database(file)
    try {
      db.pragma('journal_mode = WAL')
      db.pragma('synchronous = NORMAL')
      db.exec('CREATE TABLE IF NOT EXISTS code (hash TEXT PRIMARY KEY, body BLOB NOT NULL)')
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
