import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { LATE_PACKAGES, MAIL_PACKAGES, withoutLatePackages, withoutMail } from './late-packages.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** What the gateway brings along: Netlify's own client of Blobs, which is made for the edge, and what that needs. */
export const EDGE_PACKAGES = ['@netlify/blobs', '@netlify/otel', '@netlify/runtime-utils']

/** Used by `@netlify/runtime-utils`; the edge gives it its own. */
export const EDGE_MODULES = ['process']

export async function bundle(file: string, platform: 'neutral' | 'node', plugins: Plugin[] = []) {
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

/** A function for Netlify, as a bundle. */
export interface FunctionBundle {
  name: string
  /** A file that shows that the bundle is the right one. */
  holds: string
  maxBytes: number
  maxImportMs: number
  /** All packages that it holds, or some of them. */
  packages?: string[]
  somePackages?: string[]
  without?: RegExp
  plugins?: Plugin[]
  /** What it imports that is neither in it nor in Node. */
  externals?: string[]
}

export const FUNCTION_BUNDLES: FunctionBundle[] = [
  {
    ...{ name: 'screener', holds: 'src/api/routes/screener/function.ts' },
    ...{ maxBytes: 300_000, maxImportMs: 150 },
    packages: ['fastest-levenshtein', 'lru-cache'],
  },
  {
    ...{ name: 'wallet', holds: 'src/wallet/evm/contracts/drivers.ts' },
    // Of which 38 KB read approvals and say what they mean; their list of spenders is a file beside it.
    // Tokens, what else positions need, what strangers send, exits, and loans and farms on Solana are the rest of what it grew by.
    // Tron, where what a lens does elsewhere is asked in rounds, and Olympus’ loans are 9 KB.
    ...{ maxBytes: 1_520_000, maxImportMs: 400 },
    // Without what only Solana and names need.
    ...{ somePackages: ['viem'], plugins: [withoutLatePackages], externals: LATE_PACKAGES },
  },
  {
    ...{ name: 'account', holds: 'src/account/account-api.ts' },
    ...{ maxBytes: 1_000_000, maxImportMs: 400 },
    without: /^src\/state\/sqlite\/|node_modules\/(better-sqlite3|redis)\//,
    ...{ plugins: [withoutMail], externals: MAIL_PACKAGES },
  },
  {
    ...{ name: 'scan', holds: 'src/wallet/evm/contracts/drivers.ts' },
    // What the two before it hold, for the scans of the wallet page; its own, so that neither of them waits for the other.
    ...{ maxBytes: 1_900_000, maxImportMs: 600 },
    without: /^src\/state\/sqlite\/|node_modules\/(better-sqlite3|redis)\//,
    ...{ plugins: [withoutLatePackages], externals: LATE_PACKAGES },
  },
  {
    ...{ name: 'mcp', holds: 'src/mcp/server.ts' },
    ...{ maxBytes: 1_100_000, maxImportMs: 400 },
    packages: [
      '@modelcontextprotocol/core',
      '@modelcontextprotocol/server',
      'fastest-levenshtein',
      'zod',
    ],
  },
  {
    ...{ name: 'alerts', holds: 'src/alerts/run.ts' },
    // Of which 25 KB are messages for people in four forms, and the settings of mail.
    ...{ maxBytes: 440_000, maxImportMs: 200 },
    packages: [...EDGE_PACKAGES, 'ipaddr.js', 'zod'],
    ...{ plugins: [withoutMail], externals: MAIL_PACKAGES },
  },
  {
    ...{ name: 'watch-feed', holds: 'src/embed/watch-feed.ts' },
    ...{ maxBytes: 20_000, maxImportMs: 50 },
    packages: [],
  },
  {
    ...{ name: 'oembed', holds: 'src/embed/oembed.ts' },
    ...{ maxBytes: 12_000, maxImportMs: 50 },
    packages: [],
  },
  {
    ...{ name: 'share', holds: 'src/embed/share.ts' },
    ...{ maxBytes: 24_000, maxImportMs: 50 },
    packages: [],
  },
]

/** Milliseconds that an import takes in a fresh process, in a folder without packages, where an import of any would fail. */
export function importMs(text: string): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bundle-'))
  try {
    const file = path.join(folder, 'bundle.mjs')
    writeFileSync(file, text)
    const code = `const start = performance.now()
    await import(${JSON.stringify(pathToFileURL(file).href)})
    process.stdout.write(String(performance.now() - start))`
    return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', code]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
