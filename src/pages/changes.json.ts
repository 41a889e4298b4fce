import type { APIRoute } from 'astro'
import { documentsFolder } from '../site/catalogue-files.ts'
import { jsonFeedResponse } from '../site/feed.ts'
import { loadChangesFeed } from '../site/feed-files.ts'

export const GET: APIRoute = async ({ site }) =>
  jsonFeedResponse(await loadChangesFeed(documentsFolder()), site)
