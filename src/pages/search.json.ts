import type { APIRoute } from 'astro'
import { createSearchFile } from '../contract/search-file.ts'
import { documentsFolder, readSearchIndex } from '../site/catalogue-files.ts'
import { searchRows } from '../site/search-rows.ts'

/** What the search field of every page searches. */
export const GET: APIRoute = async () => {
  const index = await readSearchIndex(documentsFolder())
  return Response.json(createSearchFile(index.asOf, searchRows(index)))
}
