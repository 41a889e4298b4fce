import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { LATE_PACKAGES, withoutLatePackages } from '../../testing/api/late-packages.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

const MAX_GATEWAY_BYTES = 135_000
const MAX_SCREENER_BYTES = 300_000
const MAX_SCREENER_IMPORT_MS = 150
const MAX_WALLET_BYTES = 1_200_000
const MAX_WALLET_IMPORT_MS = 400
const MAX_ACCOUNT_BYTES = 1_000_000
const MAX_ACCOUNT_IMPORT_MS = 400
const MAX_MCP_BYTES = 1_100_000
const MAX_MCP_IMPORT_MS = 400
const MAX_ALERTS_BYTES = 400_000
const MAX_ALERTS_IMPORT_MS = 200
const MAX_OEMBED_BYTES = 12_000
const MAX_OEMBED_IMPORT_MS = 50

/** What the gateway brings along: Netlify's own client of Blobs, which is made for the edge, and what that needs. */
const EDGE_PACKAGES = ['@netlify/blobs', '@netlify/otel', '@netlify/runtime-utils']

/** Asked for by `@netlify/runtime-utils`; the edge gives it its own. */
const EDGE_MODULES = ['process']

async function bundle(file: string, platform: 'neutral' | 'node', plugins: Plugin[] = []) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    platform,
    mainFields: ['module', 'main'],
    conditions: ['import'],
    metafile: true,
    logLevel: 'silent',
    external: ['node:*', ...EDGE_MODULES],
    plugins,
  })
  const packages = Object.keys(metafile.inputs).flatMap(
    (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [],
  )
  const externals = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map((item) => item.path),
  )
  return {
    text: outputFiles[0]?.text ?? '',
    inputs: Object.keys(metafile.inputs),
    packages: [...new Set(packages)].sort(),
    externals: [...new Set(externals)].sort(),
  }
}

describe('the gateway of the edge', () => {
  test('is at most 135 KB with no package but the stated ones and no module of Node', async () => {
    const { text, inputs, packages, externals } = await bundle(
      'functions/edge/gateway.ts',
      'neutral',
    )

    process.stdout.write(
      `gateway: ${text.length} bytes of ${inputs.length} files, with ${packages}\n`,
    )
    expect(inputs).toContain('src/api/gateway/gateway.ts')
    expect(packages).toEqual(EDGE_PACKAGES)
    expect(externals).toEqual(EDGE_MODULES)
    expect(/["']node:/.test(text)).toBe(false)
    expect(text.length).toBeGreaterThan(20_000)
    expect(text.length).toBeLessThanOrEqual(MAX_GATEWAY_BYTES)
  })
})

describe('the screener function', () => {
  test('is at most 300 KB, holds no package but its cache and its spelling, and is imported within 150 ms', async () => {
    const { text, inputs, packages, externals } = await bundle('functions/screener.ts', 'node')
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
    try {
      const ms = importMs(text, folder)
      process.stdout.write(
        `screener: ${text.length} bytes of ${inputs.length} files, imported in ${ms.toFixed(1)} ms\n`,
      )
      expect(inputs).toContain('src/api/routes/screener/function.ts')
      expect(packages).toEqual(['fastest-levenshtein', 'lru-cache'])
      expect(externals.every((name) => name.startsWith('node:'))).toBe(true)
      expect(text.length).toBeLessThanOrEqual(MAX_SCREENER_BYTES)
      expect(ms).toBeLessThan(MAX_SCREENER_IMPORT_MS)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the wallet function', () => {
  test('is at most 1.2 MB without what only Solana and names need, imported within 400 ms', async () => {
    const { text, inputs, packages, externals } = await bundle('functions/wallet.ts', 'node', [
      withoutLatePackages,
    ])
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
    try {
      // In a folder without packages: an import that needed one of the late ones, or any other, would fail.
      const ms = importMs(text, folder)
      process.stdout.write(
        `wallet: ${text.length} bytes of ${inputs.length} files, imported in ${ms.toFixed(1)} ms, with ${packages}\n`,
      )
      expect(inputs).toContain('src/wallet/evm/contracts/drivers.ts')
      expect(packages).toContain('viem')
      expect(externals.filter((name) => LATE_PACKAGES.includes(name))).toEqual(LATE_PACKAGES)
      expect(text.length).toBeLessThanOrEqual(MAX_WALLET_BYTES)
      expect(ms).toBeLessThan(MAX_WALLET_IMPORT_MS)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the account function', () => {
  test('is at most 1 MB without SQLite and Redis over TCP, imported within 400 ms', async () => {
    const { text, inputs, packages, externals } = await bundle('functions/account.ts', 'node')
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
    try {
      const ms = importMs(text, folder)
      process.stdout.write(
        `account: ${text.length} bytes of ${inputs.length} files, imported in ${ms.toFixed(1)} ms, with ${packages}\n`,
      )
      expect(inputs).toContain('src/account/account-api.ts')
      expect(inputs.filter((name) => name.startsWith('src/state/sqlite/'))).toEqual([])
      expect(packages).not.toContain('better-sqlite3')
      expect(packages).not.toContain('redis')
      expect(externals.filter((name) => !isBuiltin(name) && name !== '<runtime>')).toEqual([])
      expect(text.length).toBeLessThanOrEqual(MAX_ACCOUNT_BYTES)
      expect(ms).toBeLessThan(MAX_ACCOUNT_IMPORT_MS)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the function for agents', () => {
  test('is at most 1.1 MB with the SDK and zod and without any store, imported within 400 ms', async () => {
    const { text, inputs, packages, externals } = await bundle('functions/mcp.ts', 'node')
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
    try {
      const ms = importMs(text, folder)
      process.stdout.write(
        `mcp: ${text.length} bytes of ${inputs.length} files, imported in ${ms.toFixed(1)} ms, with ${packages}\n`,
      )
      expect(inputs).toContain('src/mcp/server.ts')
      expect(packages).toEqual([
        '@modelcontextprotocol/core',
        '@modelcontextprotocol/server',
        'fastest-levenshtein',
        'zod',
      ])
      expect(externals.filter((name) => !isBuiltin(name))).toEqual([])
      expect(text.length).toBeLessThanOrEqual(MAX_MCP_BYTES)
      expect(ms).toBeLessThan(MAX_MCP_IMPORT_MS)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the function of alerts', () => {
  test('is at most 400 KB without SQLite and Redis over TCP, imported within 200 ms', async () => {
    const { text, inputs, packages, externals } = await bundle('functions/alerts.ts', 'node')
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
    try {
      const ms = importMs(text, folder)
      process.stdout.write(
        `alerts: ${text.length} bytes of ${inputs.length} files, imported in ${ms.toFixed(1)} ms, with ${packages}\n`,
      )
      expect(inputs).toContain('src/alerts/run.ts')
      expect(packages).toEqual([...EDGE_PACKAGES, 'ipaddr.js', 'zod'])
      expect(externals.filter((name) => !isBuiltin(name))).toEqual([])
      expect(text.length).toBeLessThanOrEqual(MAX_ALERTS_BYTES)
      expect(ms).toBeLessThan(MAX_ALERTS_IMPORT_MS)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the function of oEmbed', () => {
  test('is at most 12 KB without any package or store, imported within 50 ms', async () => {
    const { text, inputs, packages, externals } = await bundle('functions/oembed.ts', 'node')
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
    try {
      const ms = importMs(text, folder)
      process.stdout.write(
        `oembed: ${text.length} bytes of ${inputs.length} files, imported in ${ms.toFixed(1)} ms\n`,
      )
      expect(inputs).toContain('src/embed/oembed.ts')
      expect(packages).toEqual([])
      expect(externals).toEqual(['node:fs/promises', 'node:path'])
      expect(text.length).toBeLessThanOrEqual(MAX_OEMBED_BYTES)
      expect(ms).toBeLessThan(MAX_OEMBED_IMPORT_MS)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** Best of three fresh processes, so that a busy machine does not fail the test. */
function importMs(text: string, folder: string): number {
  const file = path.join(folder, 'bundle.mjs')
  writeFileSync(file, text)
  const code = `const start = performance.now()
    await import(${JSON.stringify(pathToFileURL(file).href)})
    process.stdout.write(String(performance.now() - start))`
  const times = [1, 2, 3].map(() =>
    Number(execFileSync(process.execPath, ['--input-type=module', '--eval', code])),
  )
  return Math.min(...times)
}
