import { Worker } from 'node:worker_threads'

export interface CompactThread {
  /** The page, in UTF-8, with fewer bytes (`compactHtml`); the given buffer is empty afterwards. Throws what ended the thread. */
  compact: (html: ArrayBuffer) => Promise<ArrayBuffer>
  close: () => Promise<unknown>
}

/** A thread that makes pages smaller, so that Astro makes the next on another core. It answers in the order it is asked. */
export function startCompactThread(
  script = new URL('compact-worker.ts', import.meta.url),
): CompactThread {
  const worker = new Worker(script)
  const waiting: PromiseWithResolvers<ArrayBuffer>[] = []
  let ended: Error | undefined
  const end = (error: Error) => {
    ended ??= error
    for (const page of waiting.splice(0)) page.reject(ended)
  }
  worker.on('message', (html: ArrayBuffer) => waiting.shift()?.resolve(html))
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread that makes pages smaller has ended.')))
  return {
    compact: async (html) => {
      if (ended) throw ended
      const page = Promise.withResolvers<ArrayBuffer>()
      waiting.push(page)
      worker.postMessage(html, [html])
      return page.promise
    },
    close: () => worker.terminate(),
  }
}
