import type { Address } from '../../../chains/address.ts'
import { askClones, readClones } from '../../../chains/evm/lens/clones.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { ask } from '../drivers/reading.ts'
import type { OwnedAccounts } from '../read-chain.ts'
import type { CallSteps } from '../reader-run.ts'

/** Accounts in one call, at about 3,000 gas each. */
const PER_CALL = 5000
/** Beyond it, the factory would cost more than a scan may. */
const MAX_ACCOUNTS = 8 * PER_CALL

/**
 * The accounts of an owner at Summer.fi, one for each position. Its factory lists none by owner, only logs them, so the owner of each
 * account that it made is read (`AccountFactory` and `AccountGuard`, OasisDEX/defi-position-manager-smartcontracts).
 */
export function* summer(factory: Address, owner: Address): CallSteps<OwnedAccounts> {
  const [reply] = yield [askClones(factory, owner, 1, PER_CALL)]
  const { made, found } = readClones(reply)
  if (made > MAX_ACCOUNTS) throw new Unreadable(`${factory} made more accounts than are read`)
  const furthers = Math.max(0, Math.ceil(Number(made) / PER_CALL) - 1)
  const replies = yield* ask(
    Array.from({ length: furthers }, (_, at) =>
      askClones(factory, owner, 1 + PER_CALL * (at + 1), PER_CALL),
    ),
  )
  const accounts = [...found, ...replies.flatMap((each) => readClones(each).found)]
  return { accounts, unnamed: 0 }
}
