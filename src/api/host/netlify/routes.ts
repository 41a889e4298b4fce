import * as z from 'zod'

/** Paths that the gateway must stand in front of, as netlify.toml declares them. */
export const GATED_PATHS = ['/v1', '/v1/*', '/_data/*', '/_fn/*']

const edgeManifest = z.object({
  routes: z.array(z.object({ function: z.string(), path: z.string().optional() })),
})

/** Those of them that no route of an edge manifest (`.netlify/edge-functions-dist/manifest.json`) sends to the gateway. */
export function missingRoutes(manifest: unknown): string[] {
  const routes = edgeManifest.safeParse(manifest).data?.routes ?? []
  return GATED_PATHS.filter(
    (gated) => !routes.some(({ function: name, path }) => name === 'gateway' && path === gated),
  )
}
