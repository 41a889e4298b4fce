import type { AstroIntegration } from 'astro'
import { compactHtml } from './compact-html.ts'

/** Makes every page smaller (`compactHtml`) before it is written: writing thousands of pages twice takes longer than making them. */
export function compactPages(): AstroIntegration {
  return {
    name: 'plimsoll-compact-pages',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((inner) => ({
          ...inner,
          render: async (request, options) => {
            const rendered = await inner.render(request, options)
            return rendered instanceof Response ? compact(rendered) : rendered
          },
        }))
      },
    },
  }
}

/** The response with its page made smaller; any other as it is. */
export async function compact(response: Response): Promise<Response> {
  const { status, headers } = response
  if (!headers.get('Content-Type')?.startsWith('text/html')) return response
  return new Response(compactHtml(await response.text()), { status, headers })
}
