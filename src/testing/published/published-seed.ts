import { onceARun } from '../once-a-run.ts'
import { publishTo, publishWithTables, seedCatalogues } from './two-snapshots.ts'

/** The published folder of the later snapshot of the seed. Nothing in it may be changed; `publishTo` makes a folder of your own. */
export function publishedSeed(): Promise<string> {
  return seed('seed', publishTo)
}

/** The same with the tables for download, unsigned. */
export function publishedSeedWithTables(): Promise<string> {
  return seed('seed-with-tables', publishWithTables)
}

async function seed(name: string, put: typeof publishTo): Promise<string> {
  const folder = await onceARun(name, async (own) => {
    const { after } = await seedCatalogues()
    await put(`${own}/dist`, after)
  })
  return `${folder}/dist`
}
