import path from 'node:path'
import type { APIRoute } from 'astro'
import { CARD_STYLE } from '../../site/card/card.ts'
import { cardStyle } from '../../site/card/card-style.ts'

export const getStaticPaths = () => [{ params: { style: path.basename(CARD_STYLE, '.css') } }]

export const GET: APIRoute = () =>
  new Response(cardStyle(), { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
