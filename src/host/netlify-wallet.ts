import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { problemResponse } from '../contract/problems.ts'
import { PlimsollError } from '../errors.ts'
import { handleWallet, openWalletScans, type WalletDependencies } from '../serve/wallet.ts'
import type { ScanDocument, ScannerOptions } from '../serve/wallet-scanner.ts'
import { refuse } from '../wallet/scan-outcome.ts'
import { readWalletSettings } from '../wallet/settings.ts'

/** Address of the function. Only the gateway reaches it. */
export const WALLET_PATH = '/_fn/wallet'

export interface WalletHostOptions extends Pick<ScannerOptions, 'fetch' | 'now'> {
  /** Folder that the published documents and the registry were bundled into (`included_files` in netlify.toml). */
  root: string
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds from any beginning; never set back. */
  clock: () => number
  /** Takes one line of JSON. */
  log: (line: string) => void
}

/**
 * Wallet scans as a function. Settings are read with the first request; when they cannot be used, that is logged once and
 * every scan is answered with 503, until they are mended and the site is deployed again.
 */
export function createWalletHost(
  options: WalletHostOptions,
): (request: Request) => Promise<Response> {
  const log = (error: unknown) =>
    options.log(JSON.stringify({ level: 'error', error: describe(error) }))
  let scan: WalletDependencies['scan'] | undefined
  return async (request) => {
    if (new URL(request.url).pathname !== WALLET_PATH) return problemResponse('NOT_FOUND')
    scan ??= openScans(options, log)
    return await handleWallet(request, { scan, log })
  }
}

function openScans(
  { root, env, fetch, now, clock }: WalletHostOptions,
  log: (error: unknown) => void,
): WalletDependencies['scan'] {
  try {
    const settings = readWalletSettings(env)
    return openWalletScans({
      settings,
      registryFolder: path.join(root, 'src/wallet/registry'),
      loadDocument: readOnce(root),
      fetch,
      now,
      clock,
      log,
    })
  } catch (error) {
    if (!(error instanceof PlimsollError)) throw error
    log(error)
    return async () => refuse('DATA_UNAVAILABLE', 'Wallet scans are not set up on this site.')
  }
}

/** A deploy brings its own documents, so each is read once. */
function readOnce(root: string): ScannerOptions['loadDocument'] {
  const read = new Map<ScanDocument, Promise<unknown>>()
  return (name) => {
    const document = read.get(name) ?? readDocument(root, name)
    read.set(name, document)
    // What failed once is tried again by the next request.
    document.catch(() => read.delete(name))
    return document
  }
}

async function readDocument(root: string, name: ScanDocument): Promise<unknown> {
  const text = await readFile(path.join(root, 'dist/_data/live', name), 'utf8')
  const document: unknown = JSON.parse(text)
  return document
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
}
