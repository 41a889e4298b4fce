import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { answerShare, type ShareDocuments } from '../../embed/share.ts'
import { type BundledFunction, openBundledDocuments } from './bundled-documents.ts'
import { keptAnswers } from './kept-answers.ts'

/** `GET /share/compare/…` as a function. */
export function createShareHost({
  root,
  log,
}: BundledFunction): (request: Request) => Promise<Response> {
  const read = openBundledDocuments(root)
  return keptAnswers({
    log,
    vary: 'query=none',
    load: async () => {
      const [search, kit] = await Promise.all([read('live/search.json'), readKit(root)])
      return { search, kit } as ShareDocuments
    },
    answer: ({ method, url }, dependencies) => {
      const { pathname, origin } = new URL(url)
      return answerShare({ method, pathname, site: origin }, dependencies)
    },
  })
}

/** Null where the build could draw no pictures. */
async function readKit(root: string): Promise<unknown> {
  const text = await readFile(path.join(root, 'dist/og/~kit.json'), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
