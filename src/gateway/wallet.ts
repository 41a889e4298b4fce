import type { SandboxWallets } from '../contract/sandbox-wallet.ts'
import { type Answer, jsonAnswer, problem, textOf, unavailable } from './answer.ts'
import type { DataSet, Origin } from './lists.ts'

const EVM = /^0x[0-9a-fA-F]{40}$/
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const NAME = /^([^\s\p{C}./\\]{1,200}\.)+(eth|sol)$/iu
const ZERO = /^0x0{40}$/

/** Addresses that every name of the sandbox resolves to. */
const SANDBOX_ADDRESS = '0x5ca1ab1e00000000000000000000000000000001'
const SANDBOX_SOLANA_ADDRESS = 'YZhHSiTX8HLKj3xQTqmj8Cat7Q6AN2LrsGMobihE3PKc'

/**
 * `GET /v1/wallet/{address}`. The sandbox answers from a fixture; the live scan is not built yet and says so.
 * The zero address is refused without asking anyone.
 */
export async function scanWallet(input: string, set: DataSet, origin: Origin): Promise<Answer> {
  const isName = NAME.test(input)
  if (!isName && !EVM.test(input) && !SOLANA.test(input)) {
    return problem('INVALID_REQUEST', {
      details: {
        address: ['must be an EVM address, a Solana address, or a name ending in .eth or .sol'],
      },
    })
  }
  if (ZERO.test(input)) {
    return problem('UNPROCESSABLE', {
      message: 'The zero address belongs to nobody and cannot be scanned.',
    })
  }
  if (set === 'live') {
    return problem('DATA_UNAVAILABLE', {
      message: 'Wallet scans of live addresses are not available yet.',
      headers: { 'Retry-After': '3600' },
    })
  }
  const wallets = parse(await origin('/_data/sandbox/wallet.json'))
  if (!wallets) return unavailable(60)
  const address = isName ? resolve(input) : input
  const kind = wallets.addresses[EVM.test(address) ? address.toLowerCase() : address] ?? 'usual'
  const who = isName ? { address, resolvedFrom: input } : { address }
  return jsonAnswer({ success: true, data: { ...who, ...wallets.scans[kind] } })
}

function resolve(name: string): string {
  return /sol$/i.test(name) ? SANDBOX_SOLANA_ADDRESS : SANDBOX_ADDRESS
}

/** Null when the document is not there, was cut short, or is of another time. Scans were checked when they were written. */
function parse(answer: Answer): SandboxWallets | null {
  if (answer.status !== 200) return null
  try {
    const document: unknown = JSON.parse(textOf(answer))
    return isWallets(document) ? document : null
  } catch {
    return null
  }
}

function isWallets(document: unknown): document is SandboxWallets {
  return Object(document).scans instanceof Object && Object(document).addresses instanceof Object
}
