import { fileNameOf } from '../../contract/file-name.ts'

/** Pages that have moved, as netlify.toml declares them: every path below `from`, where there is no file, leads to `to`. */
export const REDIRECTS = [{ from: '/list/*', to: '/screener/' }] as const

/** The path under which a page is, where another one was asked for: a page that has moved, or that of an id which a file name spells otherwise. Null for none. */
export function movedTo(pathname: string): string | null {
  const page = pageOfId(pathname)
  if (page !== null) return page
  const moved = REDIRECTS.find(({ from }) => `${pathname}/`.startsWith(from.replace('*', '')))
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
