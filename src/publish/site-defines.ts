import path from 'node:path'
import type { SiteSettings } from '../config/site.ts'

/** What the pages read as `import.meta.env`: the folder of the documents, and the link to the code. */
export function siteDefines(
  dataDir: string,
  { repository }: Pick<SiteSettings, 'repository'>,
): Record<string, string> {
  return {
    'import.meta.env.PLIMSOLL_DOCUMENTS': JSON.stringify(path.resolve(dataDir)),
    'import.meta.env.PLIMSOLL_REPOSITORY': JSON.stringify(repository ?? ''),
  }
}
