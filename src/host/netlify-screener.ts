import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { problemResponse } from '../contract/problems.ts'
import type { DataSet } from '../gateway/lists.ts'
import { handleProtocols, handleScreener } from '../serve/screener.ts'

/** Addresses of the function. Only the gateway reaches them. */
export const SCREENER_PATHS = ['/_fn/screener', '/_fn/protocols']

export interface ScreenerHostOptions {
  /** Folder that the published documents were bundled into (`included_files` in netlify.toml). */
  root: string
  /** Takes one line of JSON. */
  log: (line: string) => void
}

/** The screener and filtered lists as one function. A deploy brings its own documents, so each is read once. */
export function createScreenerHost({
  root,
  log,
}: ScreenerHostOptions): (request: Request) => Promise<Response> {
  const read = new Map<DataSet, Promise<unknown>>()
  const loadIndex = (set: DataSet): Promise<unknown> => {
    const index = read.get(set) ?? readIndex(root, set)
    read.set(set, index)
    // What failed once is tried again by the next request.
    index.catch(() => read.delete(set))
    return index
  }
  const dependencies = {
    loadIndex,
    log: (error: unknown) => log(JSON.stringify({ level: 'error', error: describe(error) })),
  }
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/_fn/screener') return handleScreener(request, dependencies)
    if (pathname === '/_fn/protocols') return handleProtocols(request, dependencies)
    return problemResponse('NOT_FOUND')
  }
}

async function readIndex(root: string, set: DataSet): Promise<unknown> {
  const text = await readFile(path.join(root, 'dist/_data', set, 'screener.json'), 'utf8')
  const index: unknown = JSON.parse(text)
  return index
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
}
