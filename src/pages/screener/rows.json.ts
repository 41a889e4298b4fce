import type { APIRoute } from 'astro'
import { documentsFolder } from '../../site/catalogue-files.ts'
import { readScreenerRows } from '../../site/screener-rows.ts'

/** Every protocol by column, for the table of the screener. */
export const GET: APIRoute = async () =>
  new Response(JSON.stringify(await readScreenerRows(documentsFolder())))
