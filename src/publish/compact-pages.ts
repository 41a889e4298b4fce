import type { AstroIntegration, AstroPrerenderer } from 'astro'
import { compactHtml } from './compact-html.ts'
import { collectGarbage } from './little-heap.ts'

type Rendered = Awaited<ReturnType<AstroPrerenderer['render']>>
type Result = Exclude<Rendered, Response>

/** Makes every page smaller (`compactHtml`) before it is written: writing thousands of pages twice takes longer than making them. */
export function compactPages(): AstroIntegration {
  return {
    name: 'plimsoll-compact-pages',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((inner) => ({
          ...inner,
          setup: async () => {
            await inner.setup?.()
            // What is left of bundling.
            await collectGarbage()
          },
          render: async (request, options) => compact(await inner.render(request, options)),
        }))
      },
    },
  }
}

/** What Astro rendered, a response alone or with what it notes of it, with its page made smaller; what is no page, as it is. */
export async function compact(rendered: Rendered): Promise<Result> {
  const result = rendered instanceof Response ? { response: rendered } : rendered
  const { status, headers } = result.response
  if (!headers.get('Content-Type')?.startsWith('text/html')) return result
  const html = compactHtml(await result.response.text())
  return { ...result, response: new Response(html, { status, headers }) }
}
