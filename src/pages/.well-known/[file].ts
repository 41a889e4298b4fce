import type { APIRoute, GetStaticPaths } from 'astro'
import { securityText } from '../../site/security-text.ts'
import { repositoryLink } from '../../site/settings.ts'

/** Without a repository there is no one to contact, and the file must name a contact. */
export const getStaticPaths: GetStaticPaths = () => {
  const repository = repositoryLink()
  return repository ? [{ params: { file: 'security.txt' }, props: { repository } }] : []
}

// The day of the build, not of the snapshot: also a site whose data is old says where to report.
export const GET: APIRoute = ({ props, site }) => {
  const today = new Date().toISOString().slice(0, 10)
  const { repository } = props
  return new Response(securityText({ repository, site: site?.origin ?? null, today }))
}
