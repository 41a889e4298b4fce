import type { APIRoute } from 'astro'
import { createSearchFile } from '../contract/search-file.ts'
import { documentsFolder, readSearchIndex } from '../site/catalogue-files.ts'
import { readPlaces } from '../site/place-links.ts'
import { searchRows } from '../site/search-rows.ts'

/** What the search field of every page searches. */
export const GET: APIRoute = async () => {
  const folder = documentsFolder()
  const [index, places] = await Promise.all([readSearchIndex(folder), readPlaces(folder)])
  return Response.json(createSearchFile(index.asOf, searchRows(index), places))
}
