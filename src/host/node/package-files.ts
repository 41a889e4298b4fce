import { PACKAGES_FOLDER } from '../../contract/package-names.ts'

const FOLDER = `/${PACKAGES_FOLDER}/`

/** Types that no table of types of a page has. A wheel is a zip file. */
const TYPES: Record<string, string> = {
  '.sig': 'text/plain; charset=utf-8',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
}

/** The headers that a package of a client has and a page has not; null for any other file. The bytes of a version never change. */
export function packageHeaders(name: string): Record<string, string> | null {
  const ending = name.slice(name.lastIndexOf('.'))
  const type = TYPES[ending]
  if (!name.startsWith(FOLDER) || type === undefined) return null
  return {
    'Content-Type': type,
    ...(ending !== '.sig' && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
  }
}
