import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { readSummaries } from '../../site/catalogue-files.ts'
import { ROOT } from '../scripts/run-script.ts'

const GUIDES = path.join(ROOT, 'src/content/guides')

/** A page that represents all of its kind. */
export interface SitePage {
  path: string
  /** The answer of the host. */
  status: number
}

/** Folders whose pages are all made alike, with a page of each that is worth a look. */
const ALIKE: Record<string, string> = {
  '/protocol/': '/protocol/aave-v3/',
  '/chain/': '/chain/base/',
  '/category/': '/category/lending/',
  '/dependencies/': '/dependencies/ethereum/',
  '/embed/': '/embed/aave-v3/',
  '/decisions/': '/decisions/0016-how-the-code-is-laid-out/',
  '/docs/api/': '/docs/api/screener/',
  '/docs/errors/': '/docs/errors/RATE_LIMIT_EXCEEDED/',
  '/screener/all/chain-': '/screener/all/chain-base/',
  '/screener/all/': '/screener/all/a/',
}

/** The guides share a template; this one has of everything that a guide can have. */
const GUIDE = '/docs/use-the-api/'

/** Whether a page is a guide like the one that is looked at in every size. */
export function isLikeAnother(page: string): boolean {
  return page !== GUIDE && existsSync(page.replace(/^\/docs\/(.*)\/$/, `${GUIDES}/$1.md`))
}

/** Addresses that show more than the bare page. */
const IN_USE = [
  // A note with a wide table.
  '/decisions/0018-how-a-loss-is-measured/',
  '/search/?q=aave',
  '/compare/?ids=aave-v3,compound-v3',
  '/screener/?level=low',
]

/** The pages of a built site to look at: every page, but of those that are made alike one of each state. */
export async function pagesOf(distDir: string): Promise<SitePage[]> {
  const pages = globSync('**/index.html', { cwd: distDir })
    .map((file) => `/${path.posix.join(file.replaceAll(path.sep, '/'), '..')}/`.replace('/./', '/'))
    .sort()
  const kept = pages.filter((page) => {
    const folder = Object.keys(ALIKE).find((each) => page.startsWith(each) && page !== each)
    return folder === undefined
  })
  const examples = Object.entries(ALIKE).map(([folder, example]) =>
    pages.includes(example) ? example : pages.find((page) => page.startsWith(folder)),
  )
  const found = [...kept, ...examples, ...IN_USE, ...(await unscoredPages(distDir))]
  return [
    ...[...new Set(found)]
      .filter((page) => page !== undefined)
      .map((each) => ({ path: each, status: 200 })),
    { path: '/no-such-page/', status: 404 },
  ]
}

/** The page and the card of a protocol without a score. */
async function unscoredPages(distDir: string): Promise<string[]> {
  const summaries = await readSummaries(path.join(distDir, '_data/live'))
  const unscored = summaries.find(({ compositeScore }) => compositeScore === null)
  return unscored ? [`/protocol/${unscored.id}/`, `/embed/${unscored.id}/`] : []
}
