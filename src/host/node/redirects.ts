import { fileNameOf } from '../../contract/file-name.ts'

/** Addresses that lead elsewhere where there is no file, as netlify.toml declares them. A `*` is every path from there on. */
export const REDIRECTS = [
  { from: '/list/*', to: '/screener/' },
  { from: '/chain/', to: '/map/#chains' },
  { from: '/category/', to: '/map/#categories' },
] as const

/** The path under which a page is, where another one was asked for: a page that has moved, or that of an id which a file name spells otherwise. Null for none. */
export function movedTo(pathname: string): string | null {
  const page = pageOfId(pathname)
  if (page !== null) return page
  const asked = pathname.endsWith('/') ? pathname : `${pathname}/`
  const moved = REDIRECTS.find(({ from }) =>
    from.endsWith('*') ? asked.startsWith(from.slice(0, -1)) : asked === from,
  )
  return moved?.to ?? null
}

/** The page of a protocol by its id, such as `/protocol/overnight-usd+/`; null where the path is that of the page already. */
function pageOfId(pathname: string): string | null {
  const part = /^\/protocol\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (part === undefined) return null
  try {
    const id = decodeURIComponent(part)
    const name = fileNameOf(id)
    // A name of a file is never spelled once more.
    return name === id || id.includes('~') ? null : `/protocol/${name}/`
  } catch {
    return null
  }
}
