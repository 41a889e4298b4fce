const HANDLE = /^[A-Za-z0-9_]{1,15}$/

/** An address from outside that may become a link: http(s), without a user name. Null for everything else. */
export function httpLink(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null
  const url = new URL(text)
  const plain = url.protocol === 'https:' || url.protocol === 'http:'
  return plain && url.username === '' && url.password === '' ? url.href : null
}

/** Host of a link, for its text. */
export function hostOf(link: string): string {
  return new URL(link).hostname.replace(/^www\./, '')
}

/** Text of a link with the host that it leads to, such as `Report at github.com`; the text alone where there is no link. */
export function linkText(link: string | null, text: string): string {
  const url = httpLink(link)
  return url ? `${text} at ${hostOf(url)}` : text
}

/** Page of a social handle, or null when it is not one. */
export function handleLink(handle: string | null): string | null {
  return handle && HANDLE.test(handle) ? `https://x.com/${handle}` : null
}
