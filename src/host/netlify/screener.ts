import { answerIncidents } from '../../api/routes/incidents/function.ts'
import { answerProtocols, answerScreener } from '../../api/routes/screener/function.ts'
import { answerSearch } from '../../api/routes/search/function.ts'
import { answerStress } from '../../api/routes/stress/function.ts'
import { problem, toResponse } from '../../http/api-response.ts'
import type { DataSet } from '../../http/internal-fetch.ts'
import { type BundledFunction, faultLine, openBundledDocuments } from './bundled-documents.ts'

/** The screener, filtered lists, the search, the incidents and the stress test as one function. Only the gateway can request its addresses. */
export function createScreenerHost({
  root,
  log,
}: BundledFunction): (request: Request) => Promise<Response> {
  const readDocument = openBundledDocuments(root)
  const open = (document: string) => ({
    loadIndex: (set: DataSet) => readDocument(`${set}/${document}`),
    log: (error: unknown) => log(faultLine(error)),
  })
  const dependencies = open('screener.json')
  const searched = open('search.json')
  const graph = open('graph.json')
  const incidents = open('incident-index.json')
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/_fn/screener') return toResponse(await answerScreener(search, dependencies))
    if (pathname === '/_fn/protocols') {
      return toResponse(await answerProtocols(search, dependencies))
    }
    if (pathname === '/_fn/search') return toResponse(await answerSearch(search, searched))
    if (pathname === '/_fn/stress') return toResponse(await answerStress(search, graph))
    if (pathname === '/_fn/incidents') return toResponse(await answerIncidents(search, incidents))
    return toResponse(problem('NOT_FOUND'))
  }
}
