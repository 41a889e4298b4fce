import { unwatchFile, watchFile } from 'node:fs'
import path from 'node:path'

/** How often the manifest is looked at. */
const EVERY_MS = 200

/** Calls `published` when the published folder was replaced. Returns what ends that. */
export function watchPublished(
  distDir: string,
  published: () => void,
  everyMs: number = EVERY_MS,
): () => void {
  const file = path.resolve(distDir, '_data/manifest.json')
  watchFile(file, { interval: everyMs, persistent: false }, ({ ino }) => {
    // There is no folder for a moment while it is replaced.
    if (ino !== 0) published()
  })
  return () => unwatchFile(file)
}
