/** Pages that have moved, as netlify.toml declares them: every path below `from`, where there is no file, leads to `to`. */
export const REDIRECTS = [{ from: '/list/*', to: '/screener/' }] as const

/** The page that has replaced a path; null when none has. */
export function movedTo(pathname: string): string | null {
  const moved = REDIRECTS.find(({ from }) => `${pathname}/`.startsWith(from.replace('*', '')))
  return moved?.to ?? null
}
