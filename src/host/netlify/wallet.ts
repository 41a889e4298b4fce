import path from 'node:path'
import {
  handleWallet,
  openSandboxScans,
  openWalletScans,
  type WalletDependencies,
} from '../../api/routes/wallet/function.ts'
import type { ScannerOptions } from '../../api/routes/wallet/scanner.ts'
import { readWalletSettings } from '../../config/wallet.ts'
import { problemResponse } from '../../contract/problems.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { type BundledFunction, faultLine, openBundledDocuments } from './bundled-documents.ts'

/** Address of the function. Only the gateway can request it. */
const WALLET_PATH = '/_fn/wallet'

export interface WalletHostOptions extends BundledFunction, Pick<ScannerOptions, 'fetch' | 'now'> {
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds from any starting point; never set back. */
  clock: () => number
}

/**
 * Wallet scans as a function. Reads its settings with the first request. When they are invalid, logs that once and answers
 * every scan with 503, until they are corrected and the site is deployed again.
 */
export function createWalletHost(
  options: WalletHostOptions,
): (request: Request) => Promise<Response> {
  const log = (error: unknown) => options.log(faultLine(error))
  let scan: WalletDependencies['scan'] | undefined
  const readDocument = openBundledDocuments(options.root)
  const scanSandbox = openSandboxScans(() => readDocument('sandbox/wallet.json'))
  return async (request) => {
    if (new URL(request.url).pathname !== WALLET_PATH) return problemResponse('NOT_FOUND')
    scan ??= openScans(options, readDocument, log)
    return await handleWallet(request, { scan, scanSandbox, log })
  }
}

function openScans(
  options: WalletHostOptions,
  readDocument: ReturnType<typeof openBundledDocuments>,
  log: (error: unknown) => void,
): WalletDependencies['scan'] {
  const { root, env, fetch, now, clock } = options
  try {
    const settings = readWalletSettings(env)
    return openWalletScans({
      settings,
      contractsFolder: path.join(root, 'data/wallet/contracts'),
      loadDocument: (name) => readDocument(`live/${name}`),
      fetch,
      now,
      clock,
      log,
      ...(env.LOG === 'json' && {
        logNodes: (line) => options.log(JSON.stringify({ level: 'info', ...line })),
      }),
    })
  } catch (error) {
    if (!(error instanceof PlimsollError)) throw error
    log(error)
    return async () => ({
      kind: 'refused',
      code: 'DATA_UNAVAILABLE',
      reason: 'Wallet scans are not set up on this site.',
    })
  }
}
