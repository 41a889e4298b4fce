import { type Answer, jsonAnswer, problem, textOf, unavailable } from './answer.ts'
import type { DataSet, Origin } from './lists.ts'

const EVM = /^0x[0-9a-fA-F]{40}$/
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const NAME = /^([^\s\p{C}./\\]{1,200}\.)+(eth|sol)$/iu
const ZERO = /^0x0{40}$/

/** Address that every name of the sandbox resolves to. */
const SANDBOX_ADDRESS = '0x5ca1ab1e00000000000000000000000000000001'

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
  const fixture = parse(await origin('/_data/sandbox/wallet.json'))
  if (!fixture) return unavailable(60)
  const who = isName ? { address: SANDBOX_ADDRESS, resolvedFrom: input } : { address: input }
  return jsonAnswer({ success: true, data: { ...who, ...fixture } })
}

function parse(answer: Answer): Record<string, unknown> | null {
  if (answer.status !== 200) return null
  try {
    return JSON.parse(textOf(answer))
  } catch {
    return null
  }
}
