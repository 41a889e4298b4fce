import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { documentsFolder } from '../../../site/catalogue-files.ts'
import { FEED_FORMATS, feedResponse } from '../../../site/feed.ts'
import { listProtocolNames, loadProtocolFeed } from '../../../site/feed-files.ts'

export const getStaticPaths = async () => {
  const names = await listProtocolNames(documentsFolder())
  return names.flatMap((name) =>
    FEED_FORMATS.map((format) => ({
      params: { name, feed: `feed.${format}` },
      props: { name, format },
    })),
  )
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({
  props: { name, format },
  site,
}) => feedResponse(await loadProtocolFeed(documentsFolder(), name), format, site)
