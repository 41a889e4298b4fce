import { DAY_MS } from '../domain/day.ts'

/** Less than a year ahead, as RFC 9116 recommends. Each build renews it. */
const DAYS = 330

interface Security {
  /** Link to the operator's code. */
  repository: string
  /** Origin of the site; null where it is not known. */
  site: string | null
  /** Day of the build, `YYYY-MM-DD`. */
  today: string
}

/** `security.txt` (RFC 9116): where to report a vulnerability. On GitHub that is the form for a private report, elsewhere the repository. */
export function securityText({ repository, site, today }: Security): string {
  const isGitHub = new URL(repository).hostname === 'github.com'
  const contact = isGitHub ? `${repository}/security/advisories/new` : repository
  const expires = new Date(Date.parse(today) + DAYS * DAY_MS).toISOString()
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    ...(site ? [`Canonical: ${site}/.well-known/security.txt`] : []),
    '',
  ].join('\n')
}
