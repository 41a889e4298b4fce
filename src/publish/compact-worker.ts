import { parentPort } from 'node:worker_threads'
import { compactHtml } from './compact-html.ts'

// An error ends the thread, and with it every page that waits for an answer.
parentPort?.on('message', (html: ArrayBuffer) => {
  const short = new TextEncoder().encode(compactHtml(Buffer.from(html).toString()))
  parentPort?.postMessage(short.buffer, [short.buffer])
})
