import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PERMIT2 } from '../../../domain/approval-sum.ts'
import type { Rig } from './rig.ts'

const SOURCE = '@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol'

/** Puts Permit2 at its address: the code that its own helper for tests keeps in hex. */
export async function placePermit2(rig: Rig): Promise<void> {
  const source = readFileSync(createRequire(import.meta.url).resolve(SOURCE), 'utf8')
  const [, code] = /hex"([0-9a-f]+)"/.exec(source) ?? []
  if (code === undefined) throw new Error(`${SOURCE} holds no code.`)
  await rig.rpc('anvil_setCode', [PERMIT2, `0x${code}`])
}
