import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bulkInFolder, type EarlierBulk } from '../bulk/earlier-bulk.ts'
import { PACKAGES_FOLDER } from '../contract/package-names.ts'
import { packagesManifest } from '../contract/packages.ts'
import type { Progress } from '../domain/progress.ts'
import { finishPackages, type PackageSettings } from './finish-packages.ts'
import type { PublishOptions } from './publish.ts'

interface PackagesToPublish extends PackageSettings {
  /** The currently published folder, whose packages are carried over. */
  distDir: string
  progress: Pick<Progress, 'line'>
  /** Writes the packages of now into a folder. */
  pack: (folder: string) => Promise<void>
}

/** The packages of the clients as a part of `publish`. */
export function publishPackages(
  options: PackagesToPublish,
): NonNullable<PublishOptions['packages']> {
  const { distDir, progress, ...settings } = options
  return {
    isThere: () => existsSync(path.join(distDir, PACKAGES_FOLDER, 'manifest.json')),
    add: async (siteDir) => {
      const folder = path.join(siteDir, PACKAGES_FOLDER)
      const earlier = bulkInFolder(distDir, PACKAGES_FOLDER)
      report(await finishPackages({ ...settings, folder, earlier }), progress)
    },
  }
}

/** Carries over the packages of another place, such as the site that is online, into a published folder that has some. */
export async function carryPackages(
  distDir: string,
  earlier: EarlierBulk,
  keys: Pick<PackageSettings, 'signer' | 'formerKeys'>,
  progress: Pick<Progress, 'line'>,
): Promise<void> {
  const folder = path.join(distDir, PACKAGES_FOLDER)
  const manifest = path.join(folder, 'manifest.json')
  if (!existsSync(manifest)) return
  const { version, code } = packagesManifest.parse(JSON.parse(readFileSync(manifest, 'utf8')))
  // The build before has packed them.
  const pack = async () => {}
  report(await finishPackages({ ...keys, version, code, folder, earlier, pack }), progress)
}

function report(
  { unpublished, manifest }: Awaited<ReturnType<typeof finishPackages>>,
  { line }: Pick<Progress, 'line'>,
): void {
  if (unpublished.length === 0) return
  line(
    `– The client has changed, and the packages of ${manifest.version} stay as they were published. A new version in package.json publishes it.`,
  )
}
