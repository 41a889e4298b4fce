import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sanctions, screener } from '../../testing/api/scan-documents.ts'
import { HELD, HOLDER, startWalletWorld, type WalletWorld } from '../../testing/api/wallet-world.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { createWalletHost } from './wallet.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
/** Scanned at one chain, so in little time. */
const ON_SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'
const CONTRACTS = path.resolve(import.meta.dirname, '../../../data/wallet/contracts')

let root = ''
let world: WalletWorld

beforeAll(async () => {
  world = await startWalletWorld(() => NOW)
})

afterAll(() => world.stop())

beforeEach(() => {
  root = folderOfTest()
  mkdirSync(path.join(root, 'data/wallet'), { recursive: true })
  symlinkSync(CONTRACTS, path.join(root, 'data/wallet/contracts'))
})

const DOCUMENTS = {
  'screener.json': screener(HELD.protocol),
  'aliases.json': {},
  'sanctions.json': sanctions(),
  'graph.json': { day: '2026-11-21', protocols: [] },
  'protocol-facts.json': {},
}

function write(change: Partial<Record<keyof typeof DOCUMENTS, string>> = {}): void {
  const folder = path.join(root, 'dist/_data/live')
  mkdirSync(folder, { recursive: true })
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    writeFileSync(path.join(folder, name), JSON.stringify(document))
  }
  for (const [name, text] of Object.entries(change)) writeFileSync(path.join(folder, name), text)
}

function host(env: Record<string, string> = world.env) {
  const lines: string[] = []
  const handle = createWalletHost({
    root,
    env,
    fetch,
    now: () => NOW,
    clock: () => performance.now(),
    log: (line) => lines.push(line),
  })
  const get = (address: string) => handle(new Request(`https://plimsoll.example${address}`))
  return { get, scan: (input: string) => get(`/_fn/wallet?address=${input}`), lines }
}

describe(createWalletHost, () => {
  test('scans with the bundled documents', async () => {
    write()
    const { scan, lines } = host()
    const response = await scan(HOLDER)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      success: true,
      data: { address: HOLDER, portfolioScore: 2.5, positions: [{ chain: HELD.chain }] },
    })
    expect(response.headers.get('netlify-cdn-cache-control')).toBeNull()
    expect(lines).toEqual([])
  })

  test('documents are read once', async () => {
    write()
    const { scan } = host()
    await scan(ON_SOLANA)
    rmSync(path.join(root, 'dist'), { recursive: true })
    expect((await scan(ON_SOLANA)).status).toBe(200)
  })

  test('a missing or damaged document is 503 and a line of log, and is tried again', async () => {
    const { scan, lines } = host()
    expect((await scan(HOLDER)).status).toBe(503)
    write({ 'screener.json': '{"half":' })
    const refused = await scan(HOLDER)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(lines.every((line) => JSON.parse(line).level === 'error')).toBe(true)
    expect(lines.join()).not.toContain(HOLDER)
    write()
    // A request that comes while the last reading fails shares its failure.
    await expect.poll(async () => (await scan(ON_SOLANA)).status, { timeout: 10_000 }).toBe(200)
  })

  test('a bad setting is 503, logged once by its name and never by its value', async () => {
    write()
    const { scan, lines } = host({ ...world.env, WALLET_RPC_BASE: 'planted-key' })
    for (const input of [HOLDER, 'alice.eth']) {
      const response = await scan(input)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('30')
    }
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('WALLET_RPC_BASE')
    expect(lines[0]).not.toContain('planted')
  })

  test('any other address is not found', async () => {
    write()
    expect((await host().get('/_fn/other?address=x')).status).toBe(404)
  })
})
