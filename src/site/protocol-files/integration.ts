import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { AstroConfig, AstroIntegration } from 'astro'
import { PROTOCOL_FILES } from './patterns.ts'
import type { ProtocolFilesSource } from './protocol-files.ts'

/**
 * Writes the files of protocols that are no pages (`protocolFiles`) while Astro makes the pages, on a second core and without what a page costs. The
 * development server makes each when it is asked for.
 */
export function protocolFilesBesidePages(): AstroIntegration {
  let config: AstroConfig | undefined
  let done: Promise<unknown> | undefined
  return {
    name: 'plimsoll-protocol-files',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return
        const entrypoint = new URL('endpoint.ts', import.meta.url)
        for (const pattern of Object.keys(PROTOCOL_FILES)) injectRoute({ pattern, entrypoint })
      },
      'astro:config:done': (given) => {
        config = given.config
      },
      // Astro has emptied its output folder by now.
      'astro:build:setup': () => {
        if (!config || done) return
        const workerData = { ...sourceOf(config), to: fileURLToPath(config.outDir) }
        const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData })
        done = once(worker, 'exit')
        // It is awaited at the end of the build: until then a failure has no listener.
        done.catch(() => {})
      },
      'astro:build:done': async () => {
        await done
      },
    },
  }
}

function sourceOf({ vite, publicDir, site }: AstroConfig): ProtocolFilesSource {
  const defined = vite.define?.['import.meta.env.PLIMSOLL_DOCUMENTS']
  return {
    documents: typeof defined === 'string' ? JSON.parse(defined) : 'dist/_data/live',
    fonts: fileURLToPath(new URL('fonts', publicDir)),
    site,
    now: Date.now(),
  }
}
