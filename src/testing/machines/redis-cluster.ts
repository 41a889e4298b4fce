import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../api/local-redis.ts'
import { ended, type RedisSet, waitFor } from './redis-set.ts'

/** Time after which the servers of a cluster hold a silent one for dead. */
const NODE_TIMEOUT_MS = 1_000

const at = (port: number) => `redis://127.0.0.1:${port}`
const busOf = (port: number) => (port < 55_000 ? port + 10_000 : port - 10_000)

/** Servers that know each other, the first ones with these slots, as processes of this machine. */
async function startServers(slots: readonly (readonly [from: number, to: number] | null)[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-cluster-'))
  const ports = await Promise.all(slots.map(freePort))
  const processes = ports.map((port) =>
    spawn(
      'redis-server',
      [
        ...['--port', `${port}`, '--cluster-port', `${busOf(port)}`, '--bind', '127.0.0.1'],
        ...['--dir', folder, '--save', '', '--rdbcompression', 'no'],
        ...['--dbfilename', `${port}.rdb`, '--cluster-enabled', 'yes'],
        ...['--cluster-config-file', `nodes-${port}.conf`],
        ...['--cluster-node-timeout', `${NODE_TIMEOUT_MS}`],
        ...['--cluster-require-full-coverage', 'no'],
      ],
      { stdio: 'ignore' },
    ),
  )
  for (const [n, port] of ports.entries()) {
    await waitFor(at(port), ['PING'], /PONG/)
    const [from, to] = slots[n] ?? []
    if (from !== undefined) {
      await waitFor(at(port), ['CLUSTER', 'ADDSLOTSRANGE', `${from}`, `${to}`], /OK/)
    }
    // Two of one epoch would first have to agree which of them changes it.
    await waitFor(at(port), ['CLUSTER', 'SET-CONFIG-EPOCH', `${n + 1}`], /OK/)
  }
  const [first = 0, ...others] = ports
  for (const port of others) {
    await waitFor(at(first), ['CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${busOf(port)}`], /OK/)
  }
  const isReady = new RegExp(`cluster_state:ok[^]*cluster_known_nodes:${ports.length}\\b`)
  for (const port of ports) await waitFor(at(port), ['CLUSTER', 'INFO'], isReady)
  return {
    ...{ folder, ports, processes },
    async stop() {
      await Promise.all(processes.map(ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Two servers, of which the second has all slots and the first is named. */
export async function startCluster(): Promise<{
  url: string
  dump(): Promise<string>
  stop(): Promise<void>
}> {
  const { folder, ports, stop } = await startServers([null, [0, 16_383]])
  const [named, holder = 0] = ports
  return {
    url: `redis+cluster://127.0.0.1:${named}`,
    async dump() {
      await waitFor(at(holder), ['SAVE'], /OK/)
      return readFileSync(path.join(folder, `${holder}.rdb`), 'latin1')
    },
    stop,
  }
}

/** Three primaries, the fewest that can vote for another one, and a replica of the one that has the slot of all our keys. */
export async function startClusterSet(): Promise<RedisSet> {
  const thirds = [[0, 5_000], [5_001, 10_000], [10_001, 16_383], null] as const
  const { ports, processes, stop } = await startServers(thirds)
  const [, , primary = 0, replica = 0] = ports
  const id = await waitFor(at(primary), ['CLUSTER', 'MYID'], /^\w{40}$/)
  await waitFor(at(replica), ['CLUSTER', 'REPLICATE', id], /OK/)
  await waitFor(at(replica), ['INFO', 'replication'], /master_link_status:up/)
  for (const port of ports) await waitFor(at(port), ['CLUSTER', 'NODES'], /slave/)
  return {
    url: `redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join()}`,
    killPrimary: () => void processes[2]?.kill('SIGKILL'),
    stop,
  }
}
