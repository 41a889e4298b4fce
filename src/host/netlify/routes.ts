import * as z from 'zod'

/** Paths that must reach the gateway, as netlify.toml declares them. */
export const GATED_PATHS = ['/v1', '/v1/*', '/_data/*', '/_fn/*']

const edgeManifest = z.object({
  routes: z.array(z.object({ function: z.string(), path: z.string().optional() })),
})

/** The paths that an edge manifest (`.netlify/edge-functions-dist/manifest.json`) does not route to the gateway. */
export function missingRoutes(manifest: unknown): string[] {
  const routes = edgeManifest.safeParse(manifest).data?.routes ?? []
  return GATED_PATHS.filter(
    (gated) => !routes.some(({ function: name, path }) => name === 'gateway' && path === gated),
  )
}
