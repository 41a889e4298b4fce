import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { listedContracts } from '../../addresses/listed-contracts.ts'
import { openApiDocuments } from '../../api/openapi/create-openapi.ts'
import type { Upstreams } from '../../config/ingest.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import { isoInstant } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { SILENT } from '../../domain/progress.ts'
import { openSeed } from '../../ingest/seed/sources.ts'
import type { Source } from '../../ingest/source.ts'
import { listSources } from '../../ingest/sources.ts'
import { takeSnapshot } from '../../pipeline.ts'
import { type PublishOptions, publish } from '../../publish/publish.ts'
import { publishBulk } from '../../publish/publish-bulk.ts'
import { readHoldings, sandboxCatalogue } from '../../publish/sandbox.ts'
import { createScoreboard } from '../../scoreboard/scoreboard.ts'
import { readFonts } from '../../site/pictures/fonts.ts'
import { drawPictureKit } from '../../site/pictures/picture-kit.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { openStore } from '../../store/open.ts'

const DATA = fileURLToPath(new URL('../../../data/', import.meta.url))
const FONTS = readFonts(path.join(DATA, '../public/fonts'))
const SANDBOX = path.join(DATA, 'sandbox')

/** A protocol of the seed that had another slug a week before. */
export const ALIAS = { former: 'lido-of-old', current: 'lido' }

/** A protocol of the seed that is listed in the first of the two snapshots only. */
export const RETIRED = 'vesper'

const NOWHERE: Upstreams = {
  defillama: 'http://127.0.0.1:9',
  hacks: 'http://127.0.0.1:9/hacks',
  immunefi: 'http://127.0.0.1:9',
  githubApi: 'http://127.0.0.1:9',
  githubRaw: 'http://127.0.0.1:9',
}
type Catalogues = { before: Catalogue; after: Catalogue }

let catalogues: Promise<Catalogues> | undefined

/** The seed as two snapshots a week apart, with one slug renamed and one protocol gone in between, made by the project's own pipeline once a process. */
export function seedCatalogues(): Promise<Catalogues> {
  catalogues ??= takeBoth()
  return catalogues
}

async function takeBoth(): Promise<Catalogues> {
  const store = openStore(':memory:')
  try {
    const { asOf, sources } = openSeed(path.join(DATA, 'seed'), listSources(NOWHERE))
    const take = async (day: string, daySources: Source[]): Promise<Catalogue> => {
      await takeSnapshot({
        store,
        origin: 'seed',
        asOf: day,
        computedAt: isoInstant(day),
        sources: daySources,
        reader: {
          read: () => Promise.reject(new PlimsollError('NOT_RECORDED', 'Tests read no upstream.')),
        },
        historyBudget: 0,
        codeFingerprint: day,
        progress: SILENT,
        clock: () => 0,
      })
      const catalogue = loadCatalogue(store)
      if (!catalogue) throw new Error('The seed gave no snapshot.')
      return catalogue
    }
    const before = await take(asOf, sources.map(withFormerSlug))
    const later = new Date(Date.parse(asOf) + 7 * 86_400_000).toISOString().slice(0, 10)
    return {
      before,
      after: await take(
        later,
        sources.map((source) => asOfDay(source, later)),
      ),
    }
  } finally {
    store.close()
  }
}

/** The scoreboard of a catalogue whose store holds nothing before it. */
export function firstScoreboard(live: Catalogue): string {
  const store = openStore(':memory:')
  try {
    return createScoreboard(store, live)
  } finally {
    store.close()
  }
}

/** Writes a published folder: documents, and pages of a line each in place of the website; `bulk` adds the tables for download. */
export async function publishTo(
  distDir: string,
  live: Catalogue,
  { bulk }: Pick<PublishOptions, 'bulk'> = {},
): Promise<void> {
  await publish({
    live,
    scoreboard: firstScoreboard(live),
    sandbox: await sandboxCatalogue(SANDBOX, NOWHERE),
    holdings: readHoldings(SANDBOX),
    listed: listedContracts(),
    distDir,
    codeFingerprint: live.snapshot.publicId,
    progress: SILENT,
    files: openApiDocuments('0.0.0-test'),
    ...(bulk && { bulk }),
    buildSite: async (_, siteDir) => {
      for (const folder of ['og', 'protocol/aave-v3', 'embed/aave-v3']) {
        mkdirSync(path.join(siteDir, folder), { recursive: true })
      }
      writeFileSync(path.join(siteDir, 'index.html'), '<title>Home</title>')
      writeFileSync(path.join(siteDir, '404.html'), '<title>No such page</title>')
      writeFileSync(path.join(siteDir, 'about.html'), '<title>About</title>')
      writeFileSync(path.join(siteDir, 'protocol/aave-v3/index.html'), '<title>Aave</title>')
      writeFileSync(path.join(siteDir, 'embed/aave-v3/index.html'), '<title>Card of Aave</title>')
      writeFileSync(path.join(siteDir, '.hidden'), 'hidden')
      const kit = await drawPictureKit(FONTS, null)
      writeFileSync(path.join(siteDir, 'og/~kit.json'), JSON.stringify(kit))
    },
  })
}

/** The same with the tables for download, unsigned. */
export function publishWithTables(distDir: string, live: Catalogue): Promise<void> {
  const codeFingerprint = live.snapshot.publicId
  const settings = { signer: null, formerKeys: [], now: new Date(), refreshDays: 4 }
  const bulk = publishBulk({ distDir, codeFingerprint, ...settings })
  return publishTo(distDir, live, { bulk })
}

function withFormerSlug(source: Source): Source {
  return {
    ...source,
    read: async (context) => {
      const batch = await source.read(context)
      const protocols = batch.protocols?.map((row) =>
        row.slug === ALIAS.current ? { ...row, slug: ALIAS.former } : row,
      )
      return protocols ? { ...batch, protocols } : batch
    },
  }
}

/** The same readings again on a later day, without the retired protocol; each keeps its own date. */
function asOfDay(source: Source, asOf: string): Source {
  return {
    ...source,
    read: async (context) => {
      const batch = await source.read(context)
      const protocols = batch.protocols?.filter(({ slug }) => slug !== RETIRED)
      return { ...batch, asOf, ...(protocols && { protocols }) }
    },
  }
}
