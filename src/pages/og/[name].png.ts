import type { APIRoute } from 'astro'
import { documentsFolder, readSummaries } from '../../site/catalogue-files.ts'
import { HAS_PICTURES, pictureName, SITE_PICTURE } from '../../site/pictures/names.ts'
import { renderPicture } from '../../site/pictures/render.ts'

/** One picture for each score that occurs, so that thousands of protocols need at most a hundred. */
export async function getStaticPaths() {
  if (!HAS_PICTURES) return []
  const scores = (await readSummaries(documentsFolder())).map(
    ({ compositeScore }) => compositeScore,
  )
  return [
    { params: { name: SITE_PICTURE }, props: { score: 'site' as const } },
    ...[...new Set([...scores, null])].map((score) => ({
      params: { name: pictureName(score) },
      props: { score },
    })),
  ]
}

export const GET: APIRoute<{ score: number | null | 'site' }> = async ({ props }) =>
  new Response(Buffer.from(await renderPicture(props.score)), {
    headers: { 'Content-Type': 'image/png' },
  })
