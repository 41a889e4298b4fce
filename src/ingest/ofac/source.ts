import type { Upstreams } from '../../config/ingest.ts'
import { SOURCES } from '../../domain/sources.ts'
import { copyDay, dayNotes } from '../github-commit.ts'
import { type GithubFolder, githubFiles } from '../github-tree.ts'
import type { Source } from '../source.ts'
import { type AssetList, sanctionsBatch } from './map.ts'

const ID = 'ofac'

const FOLDER: Omit<GithubFolder, 'recordAs'> = {
  repo: '0xB10C/ofac-sanctioned-digital-currency-addresses',
  ref: 'lists',
  folder: '',
  maxFileBytes: 4_000_000,
}

const LIST_NAME = /^sanctioned_addresses_([A-Z0-9]{1,16})\.json$/

/**
 * Digital-currency addresses of the OFAC SDN list, one file per asset, extracted nightly by 0xB10C and committed when they
 * change. The list is dated by the newest commit of its branch, since a stopped job looks like an unchanged list.
 * Throws `UPSTREAM_…` when any file cannot be read.
 */
export function ofac(upstreams: Upstreams): Source {
  return {
    id: ID,
    async read(context) {
      const [files, day] = await Promise.all([
        githubFiles(upstreams, { ...FOLDER, recordAs: ID }, context),
        copyDay(upstreams, { ...FOLDER, path: FOLDER.folder, recordAs: ID }, context, null),
      ])
      const wanted = files.flatMap(({ path, endpoint }) => {
        const asset = LIST_NAME.exec(path)?.[1]
        return asset === undefined
          ? []
          : [{ asset, endpoint: { ...endpoint, recordAs: `${ID}/${asset}.json` } }]
      })
      const lists: AssetList[] = await Promise.all(
        wanted.map(async ({ asset, endpoint }) => ({
          asset,
          body: await context.readJson(endpoint),
        })),
      )
      const batch = sanctionsBatch(lists, day)
      const notes = [...dayNotes(day, context.asOf, SOURCES[ID].maxAgeDays), ...(batch.notes ?? [])]
      return { ...batch, notes }
    },
  }
}
