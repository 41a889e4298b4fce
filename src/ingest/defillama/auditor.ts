import * as z from 'zod'
import rows from '../../../data/auditors.json' with { type: 'json' }

const auditorSchema = z.array(
  z.strictObject({
    name: z.string().min(1),
    /** Hosts of the auditor, or places on a shared host such as `github.com/trailofbits`. */
    at: z.array(z.string().regex(/^[a-z0-9.-]+\.[a-z]+(?:\/[\w.-]+)*$/i)).min(1),
  }),
)

const auditorAt = new Map(
  auditorSchema.parse(rows).flatMap(({ name, at }) => at.map((place) => [placeKey(place), name])),
)

/**
 * The auditor whose site or repository an audit link points to, by `data/auditors.json`; null for any other host.
 * A name in the path of another host does not count.
 */
export function auditorOf(link: string): string | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return places(url).flatMap((place) => auditorAt.get(placeKey(place)) ?? [])[0] ?? null
}

/** The places that contain the link, narrowest first: its folders, then its host and the parent domains. */
function places({ hostname, pathname }: URL): string[] {
  // GitHub serves the files of a repository from a second host.
  const host = hostname.replace(/^raw\.githubusercontent\.com$/, 'github.com')
  const folders = pathname.split('/').filter((folder) => folder !== '')
  const paths = folders.map((_, index) => `/${folders.slice(0, index + 1).join('/')}`).reverse()
  const labels = host.split('.')
  const hosts = labels.map((_, index) => labels.slice(index).join('.'))
  return [...hosts.flatMap((name) => paths.map((path) => name + path)), ...hosts]
}

function placeKey(place: string): string {
  return place.toLowerCase()
}
