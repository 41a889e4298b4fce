import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { SiteSettings } from '../config/site.ts'
import { compactPages } from './compact-pages.ts'
import { collectGarbage } from './little-heap.ts'
import { moveContents } from './move-site.ts'
import { siteDefines } from './site-defines.ts'

/** Builds the website from the documents in `dataDir` and adds it to `siteDir`. */
export async function buildSite(
  root: string,
  dataDir: string,
  siteDir: string,
  settings: SiteSettings,
): Promise<void> {
  // Astro empties its output folder, and renames files into it from the checkout, but `siteDir` may be on another disk.
  const workDir = path.join(root, 'node_modules/.astro')
  mkdirSync(workDir, { recursive: true })
  removeLeftovers(workDir)
  const scratch = mkdtempSync(path.join(workDir, 'site-'))
  const outDir = path.join(scratch, 'out')
  // What is left of making the documents would be held beside what Astro needs.
  await collectGarbage()
  const { build } = await import('astro')
  try {
    await build({
      root,
      outDir,
      // Two builds share nothing, not even a cache.
      cacheDir: path.join(scratch, 'cache'),
      logLevel: 'error',
      integrations: [compactPages()],
      ...(settings.publicUrl && { site: settings.publicUrl }),
      vite: { cacheDir: path.join(scratch, 'vite'), define: siteDefines(dataDir, settings) },
    })
    moveContents(outDir, siteDir)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A build takes a minute: a scratch folder that is older is of one that was killed. */
const LEFTOVER_MS = 6 * 3_600_000

function removeLeftovers(workDir: string): void {
  for (const name of readdirSync(workDir)) {
    if (!name.startsWith('site-')) continue
    const folder = path.join(workDir, name)
    // Another build may remove its own at this moment.
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - made > LEFTOVER_MS) rmSync(folder, { recursive: true, force: true })
  }
}
