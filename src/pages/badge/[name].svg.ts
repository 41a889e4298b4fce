import type { APIRoute, GetStaticPaths } from 'astro'
import { type BadgeFacts, badgeSvg } from '../../site/badge/badge.ts'
import { listBadges } from '../../site/badge/list-badges.ts'
import { documentsFolder } from '../../site/catalogue-files.ts'

export const getStaticPaths = (async () => {
  const badges = await listBadges(documentsFolder(), Date.now())
  return badges.map(({ file, facts }) => ({ params: { name: file }, props: { facts } }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ facts: BadgeFacts }> = ({ props }) =>
  new Response(badgeSvg(props.facts), { headers: { 'Content-Type': 'image/svg+xml' } })
