import { fileNameOf } from '../contract/file-name.ts'
import type { SearchIndex } from '../contract/finding.ts'
import type { RetiredList } from '../contract/retired.ts'
import { inactiveWord } from '../domain/status.ts'

/** A protocol that has a page. */
export interface Embedded {
  /** Name of its page and card. */
  fileName: string
  /** A text from outside. */
  name: string
  /** 0 to 10; null without a score, and for a protocol that has ended. */
  score: number | null
  /** No longer listed, or not active. */
  ended: boolean
}

/** The parts of the published documents that are used here. */
export interface EmbedDocuments {
  search: Pick<SearchIndex, 'columns'>
  retired: Pick<RetiredList[number], 'slug' | 'name'>[]
}

/** Every protocol with a page, by its file name and by those of its former ids. A current name wins over a former one. */
export function listEmbedded({ search, retired }: EmbedDocuments): Map<string, Embedded> {
  const found = new Map<string, Embedded>()
  const { id: ids, name: names, compositeScore: scores, status, formerSlugs } = search.columns
  const rows = ids.map((id, at): Embedded => {
    const ended = inactiveWord(status?.[at] ?? null) !== null
    const score = ended ? null : (scores[at] ?? null)
    return { fileName: fileNameOf(id), name: names[at] ?? id, score, ended }
  })
  const gone = retired.map(({ slug, name }): Embedded => {
    return { fileName: fileNameOf(slug), name, score: null, ended: true }
  })
  rows.forEach((row, at) => {
    for (const former of formerSlugs[at] ?? []) found.set(fileNameOf(former), row)
  })
  for (const row of [...gone, ...rows]) found.set(row.fileName, row)
  return found
}

/**
 * The file names that a path may mean: of `/protocol/{id}/` and `/embed/{id}/`, with or without the slash at the end, the id as it is
 * or as a file name spells it. None for any other path.
 */
export function fileNamesIn(pathname: string): string[] {
  const part = /^\/(?:protocol|embed)\/([^/]+)\/?(?:index\.html)?$/.exec(pathname)?.[1]
  if (part === undefined) return []
  try {
    const plain = decodeURIComponent(part)
    return [plain, fileNameOf(plain)]
  } catch {
    return []
  }
}
