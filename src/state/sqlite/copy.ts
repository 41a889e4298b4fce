import Database from 'better-sqlite3'

/** Writes a consistent copy of a state file that other processes may be using. */
export async function copyStateFile(from: string, to: string): Promise<void> {
  const db = new Database(from, { readonly: true, fileMustExist: true })
  try {
    await db.backup(to)
  } finally {
    db.close()
  }
}
