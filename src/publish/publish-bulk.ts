import { existsSync } from 'node:fs'
import path from 'node:path'
import { bulkInFolder, type EarlierBulk } from '../bulk/earlier-bulk.ts'
import { type BulkSettings, finishBulk, readDraft } from '../bulk/finish-bulk.ts'
import { writeTables } from '../bulk/write-tables.ts'
import { BULK_FOLDER, type BulkManifest } from '../contract/bulk.ts'
import type { PublishOptions } from './publish.ts'
import { DATA } from './write-documents.ts'

interface BulkToPublish extends BulkSettings {
  /** The currently published folder, whose dated copies are carried over. */
  distDir: string
  codeFingerprint: string
}

/** The tables for download as a part of `publish`. */
export function publishBulk(options: BulkToPublish): NonNullable<PublishOptions['bulk']> {
  const { distDir, codeFingerprint, signer, formerKeys } = options
  return {
    inputs: [signer?.key, ...formerKeys].map((key) => key?.id ?? '').join(),
    add: async (siteDir, live) => {
      const folder = path.join(siteDir, BULK_FOLDER)
      const dataDir = path.join(siteDir, DATA, 'live')
      const draft = await writeTables({ live, dataDir, folder, codeFingerprint })
      await finishBulk({ folder, draft, earlier: bulkInFolder(distDir), signer, formerKeys })
    },
  }
}

/** Whether a published folder has tables. */
export function hasBulk(distDir: string): boolean {
  return existsSync(path.join(distDir, BULK_FOLDER, 'manifest.json'))
}

/** Carries over the dated copies of another place, such as the site that is online, into the published folder. */
export async function carryBulk(
  distDir: string,
  earlier: EarlierBulk,
  settings: BulkSettings,
): Promise<BulkManifest> {
  const folder = path.join(distDir, BULK_FOLDER)
  return finishBulk({ folder, draft: readDraft(folder), earlier, ...settings })
}
