import type { APIRoute } from 'astro'
import { robotsText } from '../site/robots.ts'

export const GET: APIRoute = ({ site }) => new Response(robotsText(site?.origin))
