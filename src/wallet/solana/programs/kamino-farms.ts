import { Unreadable } from '../../../chains/unreadable.ts'
import type { ProgramWallet } from '../program-reader.ts'
import { type AccountFields, fieldsOf } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import { keyOf } from './wallet-reads.ts'

// Byte offsets of Kamino-Finance/kfarms@2a63e5a programs/kfarms/src/state.rs, whose structs have no gaps.
export const FARMS = 'FarmsPZpWu9i7Kky8tPN37rs2TpmMrAZrC7S7vJa91Hr'

// STAKE: On their way in, and out: both are of the owner.
const { STAKE, FARM } = layouts.kaminoFarms

/** A farm, and the token that is staked there. */
interface Place {
  farm: string
  token: string
}

/**
 * What the owner has staked in each of these farms, in the order given, with the account of the stake; null where nothing is, or
 * another token: anybody may make a vault, and name any account as its farm.
 */
export async function stakedIn(
  wallet: ProgramWallet,
  places: readonly Place[],
): Promise<({ address: string; amount: bigint } | null)[]> {
  const { owner, accounts, derivedAddress } = wallet
  const addresses = places.map(({ farm }) =>
    derivedAddress(FARMS, [Buffer.from('user'), keyOf(farm), keyOf(owner)]),
  )
  const [stakes, farms] = await Promise.all([
    accounts(addresses, { offset: 0, length: STAKE.bytes }),
    accounts(
      places.map(({ farm }) => farm),
      { offset: 0, length: FARM.bytes },
    ),
  ])
  return places.map(({ farm: key, token }, i) => {
    const [stake, address] = [stakes[i], addresses[i]]
    if (stake?.owner !== FARMS || address === undefined) return null
    const farm = fieldsOf(farms[i], FARM)
    if (farm.key(FARM.token) !== token) return null
    const of = fieldsOf(stake, STAKE)
    const isTheirs = of.key(STAKE.owner) === owner && of.key(STAKE.farm) === key
    if (!isTheirs) throw new Unreadable(`${address} is not the stake of the owner`)
    const amount = STAKE.pending.reduce(
      (sum, at) => sum + tokensOf(of.u128(at), farm, FARM.pending),
      tokensOf(of.u128(STAKE.active), farm, FARM.active),
    )
    return amount > 0n ? { address, amount } : null
  })
}

/** The tokens of a stake, rounded down: its part of those that all stakes have. */
function tokensOf(
  stake: bigint,
  farm: AccountFields,
  { tokens, stakes }: { tokens: number; stakes: number },
): bigint {
  const all = farm.u128(stakes)
  if (stake > all) throw new Unreadable('A stake is more than all stakes of its farm')
  return all === 0n ? 0n : (stake * farm.u64(tokens)) / all
}
