/** The id in the address of a protocol's page, such as `/protocol/aave-v3/`; null for any other address. */
export function idInPath(pathname: string): string | null {
  const part = /^\/protocol\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (part === undefined) return null
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
