import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What a function over bundled documents needs. */
export interface BundledFunction {
  /** Folder with the bundled documents (`included_files` in netlify.toml). */
  root: string
  /** Takes one line of JSON. */
  log: (line: string) => void
}

/**
 * Reads published documents that are bundled with a function (`included_files` in netlify.toml), such as
 * `live/screener.json`. Each is read and parsed once per deploy; a failed one is retried by the next request. Rejects for a
 * missing or truncated document.
 */
export function openBundledDocuments(root: string): (name: string) => Promise<unknown> {
  const read = new Map<string, Promise<unknown>>()
  return (name) => {
    const document = read.get(name) ?? readDocument(path.join(root, 'dist/_data', name))
    read.set(name, document)
    document.catch(() => read.delete(name))
    return document
  }
}

async function readDocument(file: string): Promise<unknown> {
  const document: unknown = JSON.parse(await readFile(file, 'utf8'))
  return document
}

/** A fault as one line of JSON for the log of a function. */
export function faultLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
  return JSON.stringify({ level: 'error', error: text })
}
