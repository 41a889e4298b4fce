import type { EmbedDocuments } from '../../embed/find-protocol.ts'
import { answerOembed } from '../../embed/oembed.ts'
import { type BundledFunction, openBundledDocuments } from './bundled-documents.ts'
import { keptAnswers } from './kept-answers.ts'

/** `GET /oembed` as a function. */
export function createOembedHost({
  root,
  log,
}: BundledFunction): (request: Request) => Promise<Response> {
  const read = openBundledDocuments(root)
  return keptAnswers({
    log,
    vary: 'query=url|format|maxwidth|maxheight',
    load: async () => {
      const documents = [read('live/search.json'), read('live/retired.json')]
      const [search, retired] = await Promise.all(documents)
      return { search, retired } as EmbedDocuments
    },
    answer: ({ method, url }, dependencies) => {
      const { search, host } = new URL(url)
      return answerOembed({ method, search, host }, dependencies)
    },
  })
}
