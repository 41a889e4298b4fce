import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isThisMachine } from '../../domain/this-machine.ts'
import { answerShare, type ShareDocuments, type ShareRequest } from '../../embed/share.ts'
import type { ApiResponse } from '../../http/api-response.ts'

export interface NodeShareOptions {
  distDir: string
  /** A published document, the same object as long as the published folder is the same. */
  loadDocument: (name: string) => Promise<unknown>
  log: (error: unknown) => void
  /** Address of the site; without it, that of the request where it is this machine, and else none. */
  publicUrl: string | null
}

/** `GET /share/compare/…`; letters and names are read once for each published folder. */
export function createShare({
  distDir,
  loadDocument,
  log,
  publicUrl,
}: NodeShareOptions): (request: ShareRequest) => Promise<ApiResponse> {
  let last: ShareDocuments | null = null
  const load = async (): Promise<ShareDocuments> => {
    const search = await loadDocument('live/search.json')
    if (last && last.search === search) return last
    // Absent where the build could draw no pictures.
    const text = await readFile(path.join(distDir, 'og/~kit.json'), 'utf8').catch(() => null)
    const kit = text === null ? null : JSON.parse(text)
    const read = { search, kit } as ShareDocuments
    last = read
    return read
  }
  const own = publicUrl === null ? null : new URL(publicUrl).origin
  // A request says any host, and the programs that keep a page of it would show pictures of that one.
  const siteOf = (asked: string | null) =>
    isThisMachine(URL.parse(asked ?? '')?.hostname ?? '') ? asked : null
  return (asked) => answerShare({ ...asked, site: own ?? siteOf(asked.site) }, { load, log })
}
