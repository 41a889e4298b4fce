import type { APIRoute, GetStaticPaths } from 'astro'
import { cardHtml } from '../../../site/card/card.ts'
import { type Card, listCards } from '../../../site/card/list-cards.ts'
import { documentsFolder } from '../../../site/catalogue-files.ts'

export const getStaticPaths = (async () => {
  const cards = await listCards(documentsFolder(), Date.now())
  return cards.map((card) => ({ params: { name: card.fileName }, props: { card } }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ card: Card }> = ({ props, site }) =>
  new Response(cardHtml({ ...props.card, site: site?.origin ?? null }), {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
