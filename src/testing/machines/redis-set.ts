import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectRedis } from '../../state/redis/tcp.ts'
import { freePort } from '../api/local-redis.ts'

/** Time after which the sentinels of the tests hold a silent server for dead. */
const DOWN_AFTER_MS = 1_000
const SENTINELS = 3

/** Servers of Redis of which another becomes the primary, as processes of this machine. */
export interface RedisSet {
  /** For STATE_URL. */
  url: string
  /** Ends the primary as a crash would. */
  killPrimary(): void
  stop(): Promise<void>
}

/** A primary, its replica and three sentinels. */
export async function startRedisSet(): Promise<RedisSet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-redis-set-'))
  const processes: ChildProcess[] = []
  const [primary = 0, replica = 0, ...sentinels] = await Promise.all(
    Array.from({ length: 2 + SENTINELS }, freePort),
  )
  const start = (words: string[]) => {
    const child = spawn('redis-server', words, { stdio: 'ignore' })
    processes.push(child)
    return child
  }
  const common = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = (port: number, more: string[]) =>
    start(['--port', `${port}`, '--dir', folder, ...common, ...more])
  const first = server(primary, ['--dbfilename', 'primary.rdb'])
  server(replica, ['--dbfilename', 'replica.rdb', '--replicaof', '127.0.0.1', `${primary}`])
  await waitFor(`redis://127.0.0.1:${replica}`, ['INFO', 'replication'], /master_link_status:up/)
  for (const port of sentinels) {
    const file = path.join(folder, `sentinel-${port}.conf`)
    writeFileSync(
      file,
      `port ${port}
bind 127.0.0.1
dir ${folder}
sentinel monitor plimsoll 127.0.0.1 ${primary} 2
sentinel down-after-milliseconds plimsoll ${DOWN_AFTER_MS}
sentinel failover-timeout plimsoll 5000
`,
    )
    start([file, '--sentinel'])
  }
  // They elect one of them for a failover, so each must know the others and the replica.
  const isReady = new RegExp(`slaves=1,sentinels=${SENTINELS}`)
  for (const port of sentinels) {
    await waitFor(`redis://127.0.0.1:${port}`, ['INFO', 'sentinel'], isReady)
  }
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join()}/plimsoll`,
    killPrimary: () => void first.kill('SIGKILL'),
    async stop() {
      await Promise.all(processes.map(ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The reply, once it is as expected. */
export async function waitFor(url: string, command: string[], pattern: RegExp): Promise<string> {
  const { command: send, end } = await connectRedis(url)
  for (let attempt = 0; attempt < 150; attempt++) {
    const reply = String(await send(command).catch(() => ''))
    if (pattern.test(reply)) {
      await end()
      return reply
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await end()
  throw new Error(`Redis did not say ${pattern} within 15 s`)
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}
