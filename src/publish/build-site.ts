import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { compactPages, moveContents } from './move-site.ts'
import { siteDefines } from './site-defines.ts'
import type { SiteSettings } from './site-settings.ts'

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
  const outDir = mkdtempSync(path.join(workDir, 'site-'))
  const { build } = await import('astro')
  try {
    await build({
      root,
      outDir,
      logLevel: 'error',
      ...(settings.publicUrl && { site: settings.publicUrl }),
      vite: { cacheDir: path.join(workDir, 'vite'), define: siteDefines(dataDir, settings) },
    })
    compactPages(outDir)
    moveContents(outDir, siteDir)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
