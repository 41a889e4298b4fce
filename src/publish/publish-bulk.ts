import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bulkInFolder, type EarlierBulk } from '../bulk/earlier-bulk.ts'
import { type BulkSettings, finishBulk, readDraft } from '../bulk/finish-bulk.ts'
import { isDue } from '../bulk/freshness.ts'
import { writeTables } from '../bulk/write-tables.ts'
import { BULK_FOLDER, type BulkManifest, bulkManifest } from '../contract/bulk.ts'
import { parseJson } from '../domain/json.ts'
import { departedHistories } from '../export/departed-histories.ts'
import type { PublishOptions } from './publish.ts'
import { DATA } from './write-documents.ts'

interface BulkToPublish extends BulkSettings {
  /** The currently published folder, whose dated copies are carried over. */
  distDir: string
  codeFingerprint: string
}

/** The tables for download as a part of `publish`. */
export function publishBulk(options: BulkToPublish): NonNullable<PublishOptions['bulk']> {
  const { distDir, codeFingerprint, ...settings } = options
  const { signer, formerKeys } = settings
  return {
    inputs: [signer?.key, ...formerKeys].map((key) => key?.id ?? '').join(),
    isCurrent: () => isCurrent(distDir, settings),
    add: async (siteDir, live) => {
      const folder = path.join(siteDir, BULK_FOLDER)
      const dataDir = path.join(siteDir, DATA, 'live')
      const departed = departedHistories(live)
      const draft = await writeTables({ live, dataDir, folder, codeFingerprint, departed })
      await finishBulk({ folder, draft, earlier: bulkInFolder(distDir), ...settings })
    },
  }
}

/** Whether a published folder has tables. */
export function hasBulk(distDir: string): boolean {
  return existsSync(manifestOf(distDir))
}

/** Whether the published tables need not be signed again. An unsigned expiry protects no one, so it is not renewed. */
function isCurrent(distDir: string, { signer, now, refreshDays }: BulkSettings): boolean {
  if (signer === null || !hasBulk(distDir)) return hasBulk(distDir)
  const { data } = bulkManifest.safeParse(parseJson(readFileSync(manifestOf(distDir), 'utf8')))
  return data !== undefined && !isDue(data.expires, now, refreshDays)
}

function manifestOf(distDir: string): string {
  return path.join(distDir, BULK_FOLDER, 'manifest.json')
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
