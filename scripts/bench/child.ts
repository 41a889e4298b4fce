import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import path from 'node:path'

/** A server of a bench in a process of its own, so that its work is not counted as that of what is measured. */
export interface BenchServer<Hello> {
  process: ChildProcess
  /** What it said when it began: its port and more. */
  hello: Hello & { port: number }
}

/** Starts a script of this folder that calls `serveParent`. */
export async function startChild<Hello = unknown>(
  script: string,
  words: string[],
): Promise<BenchServer<Hello>> {
  const child = fork(path.join(import.meta.dirname, script), words, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('A server of the bench ended before it began.')
  })
  const [hello] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return { process: child, hello }
}

/** What the child answers when it is asked for its report. */
export async function reportOf<Report>({ process }: BenchServer<unknown>): Promise<Report> {
  process.send('report')
  const [report] = await once(process, 'message')
  return report
}

/** In the child: listens, says on which port, and answers each message of the parent with a report. */
export function serveParent(server: Server, hello: object, report: () => object): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    process.send?.({ port, ...hello })
  })
  process.on('message', () => process.send?.(report()))
}
