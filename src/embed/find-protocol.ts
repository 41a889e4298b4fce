import { fileNameOf } from '../contract/file-name.ts'
import type { SearchIndex } from '../contract/finding.ts'
import type { RetiredList } from '../contract/retired.ts'

/** A protocol that has a page. */
export interface Embedded {
  /** Name of its page and card. */
  fileName: string
  /** A text from outside. */
  name: string
}

/** The parts of the published documents that are used here. */
export interface EmbedDocuments {
  search: Pick<SearchIndex, 'columns'>
  retired: Pick<RetiredList[number], 'slug' | 'name'>[]
}

/** Every protocol with a page, by its file name and by those of its former ids. A current name wins over a former one. */
export function listEmbedded({ search, retired }: EmbedDocuments): Map<string, Embedded> {
  const found = new Map<string, Embedded>()
  const { id: ids, name: names, formerSlugs } = search.columns
  const rows = ids.map((id, at): Embedded => ({ fileName: fileNameOf(id), name: names[at] ?? id }))
  const gone = retired.map(({ slug, name }): Embedded => ({ fileName: fileNameOf(slug), name }))
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
