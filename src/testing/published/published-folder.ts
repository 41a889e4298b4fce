import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '../../contract/manifest.ts'
import { readManifest } from '../../publish/publish.ts'

/** The manifest of a published folder. Throws when a listed document is not there whole, or one is there that is not listed. */
export function intactManifest(distDir: string): Manifest {
  const manifest = readManifest(distDir)
  if (!manifest) throw new Error(`${distDir} has no manifest that can be read`)
  const data = path.join(distDir, '_data')
  for (const [name, { sha256, bytes }] of Object.entries(manifest.documents)) {
    const body = readFileSync(path.join(data, name))
    const hash = createHash('sha256').update(body).digest('hex')
    if (body.length !== bytes || hash !== sha256) throw new Error(`${name} is not what was listed`)
  }
  const there = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(data, path.join(entry.parentPath, entry.name)))
    .filter((name) => name !== 'manifest.json')
  const extra = there.filter((name) => !(name in manifest.documents))
  if (extra.length > 0) throw new Error(`${extra.join(', ')} is not listed`)
  return manifest
}
