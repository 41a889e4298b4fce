import { problem, toResponse } from '../../http/api-response.ts'
import type { DataSet } from '../../http/internal-fetch.ts'
import { answerProtocols, answerScreener } from '../../routes/screener/function.ts'
import { faultLine, openBundledDocuments } from './bundled-documents.ts'

export interface ScreenerHostOptions {
  /** Folder with the bundled documents (`included_files` in netlify.toml). */
  root: string
  /** Takes one line of JSON. */
  log: (line: string) => void
}

/** The screener and filtered lists as one function. Only the gateway can request its addresses. */
export function createScreenerHost({
  root,
  log,
}: ScreenerHostOptions): (request: Request) => Promise<Response> {
  const readDocument = openBundledDocuments(root)
  const dependencies = {
    loadIndex: (set: DataSet) => readDocument(`${set}/screener.json`),
    log: (error: unknown) => log(faultLine(error)),
  }
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/_fn/screener') return toResponse(await answerScreener(search, dependencies))
    if (pathname === '/_fn/protocols') {
      return toResponse(await answerProtocols(search, dependencies))
    }
    return toResponse(problem('NOT_FOUND'))
  }
}
