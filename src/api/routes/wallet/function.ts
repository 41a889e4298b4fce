import { type ProblemCode, problemResponse } from '../../../contract/problems.ts'
import type { ScanOutcome, ScanRefusal } from '../../../wallet/model/scan-outcome.ts'
import { shortScan } from '../../../wallet/model/short-scan.ts'
import { createScanQueue, type QueueLimits, type RunScan } from './scan-queue.ts'
import type { ScannerOptions } from './scanner.ts'

const RETRY_AFTER_SECONDS = 30

export interface WalletDependencies {
  /** Scans an address or name for a caller who has waited so long already. Rejects only for an internal error. */
  scan: (address: string, callerId: string, waitedMs?: number) => Promise<ScanOutcome>
  /** Scans an invented wallet of the sandbox. */
  scanSandbox: (address: string) => Promise<ScanOutcome>
  /** Takes what failed, without the address. */
  log: (error: unknown) => void
}

export interface WalletScansOptions extends ScannerOptions {
  /** Milliseconds from any starting point; never set back. */
  clock: () => number
  limits?: QueueLimits
}

/** Live scans of this process. Their code is loaded with the first one. */
export function openWalletScans(options: WalletScansOptions): WalletDependencies['scan'] {
  let scanner: Promise<RunScan> | undefined
  const load = async (): Promise<RunScan> => {
    const { createScanner } = await import('./scanner.ts')
    return createScanner(options)
  }
  const scan: RunScan = async (address, msLeft) => {
    scanner ??= load()
    return (await scanner)(address, msLeft)
  }
  return createScanQueue(scan, options.clock, options.limits)
}

/** Sandbox scans. `loadWallets` reads and parses `sandbox/wallet.json`. */
export function openSandboxScans(
  loadWallets: () => Promise<unknown>,
): WalletDependencies['scanSandbox'] {
  return async (address) => {
    const [{ scanSandboxWallet }, document] = await Promise.all([
      import('./sandbox-scan.ts'),
      loadWallets(),
    ])
    return scanSandboxWallet(address, document)
  }
}

/**
 * `/_fn/wallet?set=…&caller=…&address=…&waited=…`: `GET /v1/wallet/{address}` for the live set or the sandbox. An internal failure is
 * 503 with `Retry-After`, never a client error.
 */
export async function handleWallet(
  request: Request,
  { scan, scanSandbox, log }: WalletDependencies,
): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const address = searchParams.get('address') ?? ''
  try {
    const outcome =
      searchParams.get('set') === 'sandbox'
        ? await scanSandbox(address)
        : await scan(address, searchParams.get('caller') ?? '', waitedIn(searchParams))
    return outcome.kind === 'refused' ? refused(outcome) : scanned(outcome.result, address)
  } catch (error) {
    log(anonymous(error))
    return unavailable()
  }
}

/** Milliseconds that the request spent before it came here. */
function waitedIn(query: URLSearchParams): number {
  const waited = query.get('waited') ?? ''
  return /^\d{1,5}$/.test(waited) ? Number(waited) : 0
}

/** Returns an address as the client wrote it, and a name together with its address. */
function scanned(
  result: Extract<ScanOutcome, { kind: 'scanned' }>['result'],
  address: string,
): Response {
  const scannedAddress = result.resolvedFrom === undefined ? address : result.address
  return new Response(
    JSON.stringify({ success: true, data: { ...shortScan(result), address: scannedAddress } }),
    {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      },
    },
  )
}

function refused({ code, reason, retryAfter }: ScanRefusal): Response {
  if (code === 'INVALID_REQUEST') return problemResponse(code, { details: { address: [reason] } })
  return code === 'DATA_UNAVAILABLE'
    ? unavailable(reason, retryAfter)
    : problemResponse(code, { message: reason })
}

function unavailable(message?: string, retryAfter = RETRY_AFTER_SECONDS): Response {
  const code: ProblemCode = 'DATA_UNAVAILABLE'
  const headers = { 'Retry-After': String(retryAfter) }
  return problemResponse(code, { ...(message !== undefined && { message }), headers })
}

/** The message may contain text from outside, so it is cut for the log. */
const MAX_LOGGED_LENGTH = 1_000

/** URLs of nodes, which may contain keys; names; and anything that may be an address on any chain. */
const SENSITIVE =
  /\bhttps?:\S+|(?<!\S)\S+\.(?:eth|sol)\b|\b0x[0-9a-f]{40,}|\b[1-9A-HJ-NP-Za-km-z]{32,}\b/giu

/** The error without addresses, names and URLs. */
function anonymous(error: unknown): Error {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
  const message = text.replaceAll(SENSITIVE, '…').slice(0, MAX_LOGGED_LENGTH)
  return new Error(`A wallet could not be scanned: ${message}`)
}
