import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type EarlierBulk, findRefusal } from '../bulk/earlier-bulk.ts'
import type { ManifestSigner } from '../bulk/signing.ts'
import { type BulkKey, MAX_MANIFEST_BYTES } from '../contract/bulk.ts'
import { sha256 } from '../contract/hash.ts'
import { packageNames } from '../contract/package-names.ts'
import { type PackageFile, type PackagesManifest, packagesManifest } from '../contract/packages.ts'
import { parseJson } from '../domain/json.ts'

const MANIFEST = 'manifest.json'
const SIGNATURE = `${MANIFEST}.sig`

/** A program that was installed by address can be installed again as long as its version is among the newest so many. */
const VERSIONS_KEPT = 20

export interface PackageSettings {
  /** The version of the project, and the SHA-256 of its code. */
  version: string
  code: string
  /** Null: the manifest is not signed, and says so. */
  signer: ManifestSigner | null
  formerKeys: BulkKey[]
}

interface PackagesToFinish extends PackageSettings {
  /** Folder `client` of the new published folder. */
  folder: string
  /** Where the last packages are published. */
  earlier: EarlierBulk
  /** Writes the packages of now into a folder. Not called where the earlier ones are of the same code. */
  pack: (folder: string) => Promise<void>
}

interface Finished {
  manifest: PackagesManifest
  /** Packages of now that differ from the published ones of the same version, which stay. */
  unpublished: string[]
}

interface Earlier extends Pick<PackagesManifest, 'version' | 'code'> {
  packages: Map<string, { file: PackageFile; body: Buffer }>
}

/**
 * Writes the packages of now, those of earlier versions as they were published, their manifest and its signature. As in a registry, the
 * bytes of a version never change: the first ones stay, since lock files of users hold their hash. Rejects when packing fails.
 */
export async function finishPackages(options: PackagesToFinish): Promise<Finished> {
  const { folder, version, code, signer } = options
  const earlier = await readEarlier(options)
  const names = Object.entries(packageNames(version)) as [PackageFile['language'], string][]
  mkdirSync(folder, { recursive: true })
  const isPacked =
    earlier.code === code &&
    earlier.version === version &&
    names.every(([, name]) => earlier.packages.has(name))
  if (!isPacked) await options.pack(folder)
  const unpublished = []
  const files: PackageFile[] = []
  for (const [language, name] of names) {
    const at = path.join(folder, name)
    const published = earlier.packages.get(name)
    const body = published?.body ?? readFileSync(at)
    if (published && existsSync(at) && !readFileSync(at).equals(body)) unpublished.push(name)
    writeFileSync(at, body)
    files.push({ path: name, language, version, bytes: body.length, sha256: sha256(body) })
  }
  for (const { file, body } of earlier.packages.values()) {
    if (file.version === version || !isKept(file, earlier)) continue
    writeFileSync(path.join(folder, file.path), body)
    files.push(file)
  }
  const key = signer?.key ?? null
  const signature = signer ? SIGNATURE : null
  const manifest = packagesManifest.parse({ format: 1, version, code, files, key, signature })
  const bytes = Buffer.from(JSON.stringify(manifest))
  writeFileSync(path.join(folder, MANIFEST), bytes)
  rmSync(path.join(folder, SIGNATURE), { force: true })
  if (signer) writeFileSync(path.join(folder, SIGNATURE), `${signer.sign(bytes)}\n`)
  return { manifest, unpublished }
}

/** The manifest lists the newest version first, so the first so many versions are kept. */
function isKept({ version }: PackageFile, { packages }: Earlier): boolean {
  const versions = new Set([...packages.values()].map(({ file }) => file.version))
  return [...versions].indexOf(version) < VERSIONS_KEPT
}

/** The packages that are published and whole. None where the manifest is missing, is no manifest or is not signed by a key of ours. */
async function readEarlier({ earlier, signer, formerKeys }: PackagesToFinish): Promise<Earlier> {
  const bytes = await earlier.get(MANIFEST, MAX_MANIFEST_BYTES)
  const text = Buffer.from(bytes ?? []).toString('utf8')
  const { data } = packagesManifest.safeParse(parseJson(text))
  const packages: Earlier['packages'] = new Map()
  const trusted = signer ? [signer.key, ...formerKeys] : []
  if (!bytes || !data || (await findRefusal(earlier, bytes, data, trusted)) !== null)
    return { version: '', code: '', packages }
  for (const file of data.files) {
    const body = await earlier.get(file.path, file.bytes)
    if (body && sha256(body) === file.sha256)
      packages.set(file.path, { file, body: Buffer.from(body) })
  }
  return { version: data.version, code: data.code, packages }
}
