import { type ProblemCode, problemResponse } from '../../../contract/problems.ts'
import type { ScanOutcome, ScanRefusal } from '../../../wallet/scan-outcome.ts'
import { createScanQueue, type QueueLimits, type Scan } from './scan-queue.ts'
import type { ScannerOptions } from './scanner.ts'

const RETRY_AFTER_SECONDS = 30

export interface WalletDependencies {
  /** Scans an address or name for a caller. Rejects only when something failed that should not have. */
  scan: (input: string, caller: string) => Promise<ScanOutcome>
  /** The same for the invented wallets of the sandbox. */
  scanSandbox: (input: string) => Promise<ScanOutcome>
  /** Told what failed, without who was asked for. */
  log: (error: unknown) => void
}

export interface WalletScansOptions extends ScannerOptions {
  /** Milliseconds from any beginning; never set back. */
  clock: () => number
  limits?: QueueLimits
}

/** The scans of this process. What they need is loaded with the first one. */
export function openWalletScans(options: WalletScansOptions): WalletDependencies['scan'] {
  let scanner: Promise<Scan> | undefined
  const load = async (): Promise<Scan> => {
    const { createScanner } = await import('./scanner.ts')
    return createScanner(options)
  }
  const scan: Scan = async (input, msLeft) => {
    scanner ??= load()
    return (await scanner)(input, msLeft)
  }
  return createScanQueue(scan, options.clock, options.limits)
}

/** The scans of the sandbox. `loadWallets` reads and parses `sandbox/wallet.json`. */
export function openSandboxScans(
  loadWallets: () => Promise<unknown>,
): WalletDependencies['scanSandbox'] {
  return async (input) => {
    const [{ scanSandboxWallet }, document] = await Promise.all([
      import('./sandbox-scan.ts'),
      loadWallets(),
    ])
    return scanSandboxWallet(input, document)
  }
}

/**
 * `/_fn/wallet?set=…&caller=…&address=…`: `GET /v1/wallet/{address}` of the live set or of the sandbox. A failure of ours is 503, to be tried again, and never looks
 * like a mistake of the client.
 */
export async function handleWallet(
  request: Request,
  { scan, scanSandbox, log }: WalletDependencies,
): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const input = searchParams.get('address') ?? ''
  try {
    const outcome =
      searchParams.get('set') === 'sandbox'
        ? await scanSandbox(input)
        : await scan(input, searchParams.get('caller') ?? '')
    return outcome.kind === 'refused' ? refused(outcome) : scanned(outcome.result, input)
  } catch (error) {
    log(anonymous(error))
    return unavailable()
  }
}

/** An address comes back as the caller wrote it; a name beside the address that it stands for. */
function scanned(
  result: Extract<ScanOutcome, { kind: 'scanned' }>['result'],
  input: string,
): Response {
  const address = result.resolvedFrom === undefined ? input : result.address
  return new Response(JSON.stringify({ success: true, data: { ...result, address } }), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  })
}

function refused({ code, reason, retryAfter }: ScanRefusal): Response {
  if (code === 'INVALID_REQUEST') return problemResponse(code, { details: { address: [reason] } })
  return code === 'DATA_UNAVAILABLE'
    ? unavailable(reason, retryAfter)
    : problemResponse(code, { message: reason })
}

/** May pass, so it says when to ask again. */
function unavailable(message?: string, retryAfter = RETRY_AFTER_SECONDS): Response {
  const code: ProblemCode = 'DATA_UNAVAILABLE'
  const headers = { 'Retry-After': String(retryAfter) }
  return problemResponse(code, { ...(message !== undefined && { message }), headers })
}

/** Letters of a message that are worth a line of the log. Some of them may be a stranger's. */
const MAX_TOLD = 1_000

/** URLs of nodes, which may hold keys; names; and what may be an account on any chain. */
const TELLING =
  /\bhttps?:\S+|(?<!\S)\S+\.(?:eth|sol)\b|\b0x[0-9a-f]{40,}|\b[1-9A-HJ-NP-Za-km-z]{32,}\b/giu

/** The error without whom it was about. */
function anonymous(error: unknown): Error {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
  const told = text.replaceAll(TELLING, '…').slice(0, MAX_TOLD)
  return new Error(`A wallet could not be scanned: ${told}`)
}
