import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/** Open descriptors of a process, on Linux. */
export const DESCRIPTORS = '/proc/self/fd'

const clients: Client[] = []
const processes: ChildProcess[] = []

/** Call it after each test. */
export function stopClients(): void {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
  for (const { socket } of clients.splice(0)) socket.destroy()
}

/** A client that reads all, or nothing, of what it is sent. */
export class Client {
  readonly socket: Socket
  /** The server has closed the connection, or its half of it. */
  readonly gone: Promise<unknown>
  text = ''
  #searched = 0
  readonly #statuses: number[] = []

  constructor(port: number, reads = true) {
    this.socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
    clients.push(this)
    this.socket.on('error', () => undefined)
    this.gone = Promise.race([once(this.socket, 'close'), once(this.socket, 'end')])
    // A connection that is reset is gone too, also where no test waits for it.
    this.gone.catch(() => undefined)
    if (reads) {
      this.socket.on('data', (chunk) => {
        this.text += chunk.toString('latin1')
      })
    }
  }

  /** Of the responses so far. Only new lines are searched. */
  get statuses(): number[] {
    const end = this.text.lastIndexOf('\n') + 1
    const lines = this.text.slice(this.#searched, end)
    for (const [line] of lines.matchAll(/HTTP\/1\.1 \d{3} /g)) {
      this.#statuses.push(Number(line.slice(9)))
    }
    this.#searched = end
    return this.#statuses
  }
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
export const soon = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface HostProcess {
  port: number
  process: ChildProcess
  /** What it wrote to its log. */
  log: () => string
}

/** The host as a process of its own, started by a shell that may limit it. */
export async function startHostProcess(
  dir: string,
  limits = '{}',
  shell = 'exec "$@"',
): Promise<HostProcess> {
  const script = fileURLToPath(new URL('./host-process.ts', import.meta.url))
  const words = [script, dir, ':memory:', 'a secret', String(Date.now()), '', limits]
  const child = spawn('bash', ['-c', shell, 'bash', process.execPath, ...words])
  processes.push(child)
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const [line] = await once(child.stdout, 'data')
  return { port: Number(new URL(String(line).trim()).port), process: child, log: () => log }
}

export function megabytesOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

export const descriptorsOf = ({ pid }: ChildProcess): number =>
  readdirSync(`/proc/${pid}/fd`).length

/** Descriptors of this process that are open at files whose path ends so. */
export function openFilesAt(end: string): number {
  return readdirSync(DESCRIPTORS).filter((name) => {
    try {
      return readlinkSync(`${DESCRIPTORS}/${name}`).endsWith(end)
    } catch {
      // It was closed in the meantime.
      return false
    }
  }).length
}
