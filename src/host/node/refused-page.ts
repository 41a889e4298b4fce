import type { IncomingMessage } from 'node:http'
import type { ProblemCode } from '../../contract/problems.ts'

const TITLES: Partial<Record<ProblemCode, string>> = {
  RATE_LIMIT_EXCEEDED: 'Too many requests',
  DATA_UNAVAILABLE: 'This page cannot be read',
}

/**
 * A page in place of the one that was asked for, as HTML; null for a client that wants no page, and where trying again does not help. It needs
 * no other file: those would be refused as well.
 */
export function refusedPage(
  { headers }: IncomingMessage,
  code: ProblemCode,
  text: string,
): string | null {
  const title = TITLES[code]
  if (title === undefined || !headers.accept?.includes('text/html')) return null
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} | Plimsoll</title>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="">Try again</a></p>
<p>The API has limits of its own, <a href="/docs/limits/">for those who read by program</a>.</p>
</html>
`
}
