import type { APIRoute } from 'astro'
import { documentsFolder } from '../site/catalogue-files.ts'
import { atomResponse } from '../site/feed.ts'
import { loadChangesFeed } from '../site/feed-files.ts'

export const GET: APIRoute = async ({ site }) =>
  atomResponse(await loadChangesFeed(documentsFolder()), site)
