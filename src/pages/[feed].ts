import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { FEED_FORMATS, renderFeed } from '../embed/feed.ts'
import { documentsFolder } from '../site/catalogue-files.ts'
import { loadChangesFeed, loadIncidentsFeed } from '../site/feed-files.ts'

const LOADERS = { changes: loadChangesFeed, incidents: loadIncidentsFeed }

export const getStaticPaths = () =>
  Object.entries(LOADERS).flatMap(([name, load]) =>
    FEED_FORMATS.map((format) => ({
      params: { feed: `${name}.${format}` },
      props: { load, format },
    })),
  )

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({
  props: { load, format },
  site,
}) => new Response(renderFeed(await load(documentsFolder()), format, site))
