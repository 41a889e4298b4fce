import { once } from 'node:events'
import { mkdtempSync, renameSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { HAS_PICTURES } from './names.ts'

/** Draws the pictures of protocols under `/og/` while Astro builds, on a second core. The development server has none. */
export function pictures(): AstroIntegration {
  let documents = ''
  let fonts = ''
  let folder = ''
  let done: Promise<unknown> | null = null
  return {
    name: 'plimsoll-pictures',
    hooks: {
      'astro:config:done': ({ config }) => {
        const defined = config.vite.define?.['import.meta.env.PLIMSOLL_DOCUMENTS']
        documents = typeof defined === 'string' ? JSON.parse(defined) : 'dist/_data/live'
        fonts = fileURLToPath(new URL('fonts', config.publicDir))
        // Astro empties its output folder after the start.
        folder = path.resolve(fileURLToPath(config.outDir), '../og-')
      },
      'astro:build:start': () => {
        if (!HAS_PICTURES) return
        folder = mkdtempSync(folder)
        const data = { documents, fonts, to: path.join(folder, 'og'), now: Date.now() }
        const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data })
        done = once(worker, 'exit')
        // It is awaited at the end of the build: until then a failure has no listener.
        done.catch(() => {})
      },
      'astro:build:done': async ({ dir }) => {
        await done
        if (done) renameSync(path.join(folder, 'og'), new URL('og', dir))
      },
    },
  }
}
