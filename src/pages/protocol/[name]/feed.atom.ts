import type { APIRoute, GetStaticPaths } from 'astro'
import { documentsFolder } from '../../../site/catalogue-files.ts'
import { atomResponse } from '../../../site/feed.ts'
import { listProtocolNames, loadProtocolFeed } from '../../../site/feed-files.ts'

export const getStaticPaths = (async () => {
  const names = await listProtocolNames(documentsFolder())
  return names.map((name) => ({ params: { name } }))
}) satisfies GetStaticPaths

export const GET: APIRoute = async ({ params, site }) =>
  atomResponse(await loadProtocolFeed(documentsFolder(), params.name ?? ''), site)
