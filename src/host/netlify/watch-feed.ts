import { answerWatchFeed, type WatchDocuments } from '../../embed/watch-feed.ts'
import { type BundledFunction, openBundledDocuments } from './bundled-documents.ts'
import { keptAnswers } from './kept-answers.ts'

/** `GET /feeds/watch.xml` as a function. */
export function createWatchFeedHost({
  root,
  log,
}: BundledFunction): (request: Request) => Promise<Response> {
  const read = openBundledDocuments(root)
  return keptAnswers({
    log,
    vary: 'query=ids',
    load: async () => {
      const [search, steps, table, incidents] = await Promise.all(
        ['search', 'steps', 'alerts', 'incidents'].map((name) => read(`live/${name}.json`)),
      )
      return { search, steps, table, incidents } as WatchDocuments
    },
    answer: ({ method, url, headers }, dependencies) => {
      const { search, origin } = new URL(url)
      const ifNoneMatch = headers.get('If-None-Match')
      return answerWatchFeed({ method, search, origin, ifNoneMatch }, dependencies)
    },
  })
}
