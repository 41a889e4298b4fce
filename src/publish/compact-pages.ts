import type { AstroIntegration, AstroPrerenderer } from 'astro'
import { type CompactThread, startCompactThread } from './compact-thread.ts'
import { collectGarbage } from './little-heap.ts'

type Rendered = Awaited<ReturnType<AstroPrerenderer['render']>>
type Result = Exclude<Rendered, Response>

/**
 * Makes every page smaller before it is written: writing thousands of pages twice takes longer than making them. No more pages wait for it than Astro makes
 * at once (`build.concurrency`).
 */
export function compactPages(): AstroIntegration {
  let thread: CompactThread | undefined
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
          render: async (request, options) => {
            thread ??= startCompactThread()
            return compact(await inner.render(request, options), thread)
          },
          teardown: async () => {
            await thread?.close()
            await inner.teardown?.()
          },
        }))
      },
    },
  }
}

/** What Astro rendered, a response alone or with what it notes of it, with its page made smaller; what is no page, as it is. */
export async function compact(
  rendered: Rendered,
  thread: Pick<CompactThread, 'compact'>,
): Promise<Result> {
  const result = rendered instanceof Response ? { response: rendered } : rendered
  const { status, headers } = result.response
  if (!headers.get('Content-Type')?.startsWith('text/html')) return result
  const html = await thread.compact(await result.response.arrayBuffer())
  return { ...result, response: new Response(html, { status, headers }) }
}
