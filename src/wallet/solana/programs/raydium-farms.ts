import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { fieldsOf } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import { lpFindings, VAULT, vaultFields } from './lp-tokens.ts'
import { mintedTokens } from './minted-tokens.ts'
import { unseenPart } from './position-nfts.ts'
import { layoutsOf, MAX_POOLS, poolOf } from './raydium-lp.ts'
import { legOf, mintAuthorities, readTokens, tokenOf } from './tokens.ts'
import { keyOf, readEach } from './wallet-reads.ts'

const PROTOCOL = 'raydium'

/** Byte offsets in what a farm keeps of one owner, and the vault for staked tokens in the farm itself. */
interface FarmLayout {
  program: string
  ledger: { farm: number; owner: number; deposited: number }
  vault: number
}

// V3: Addresses, layouts and seeds of raydium-io/raydium-sdk-V2@124c625e src/raydium/farm and src/common/programId.ts.
const { V3 } = layouts.raydiumFarms
const FARMS: readonly FarmLayout[] = [
  V3,
  { ...V3, program: '9KEPoZmtHUrBbhWN1v1KWLMkkvwY6WLtAVUCPRtRjP4z' },
  {
    program: 'FarmqiPv5eAj3j1GMdMCMUGXqPUvmquZtMy86QH6rzhG',
    ledger: { farm: 16, owner: 48, deposited: 80 },
    vault: 104,
  },
]
const LEDGER_BYTES = 88
const FARM_BYTES = 136
/** The farm in which RAY itself is staked: raydium-io/raydium-ui@050a4b4a src/utils/farms.ts. */
const RAY_FARM = '4EwbZo8BZXP5313z5A2H11MRBP15M5n6YxfmkjXESKAW'

/**
 * Tokens in Raydium's farms: RAY, and LP tokens as their share of both reserves. Only a wallet with an account of an LP token, be it
 * empty, is searched for in all farms. What they earned is not read.
 */
export const raydiumFarms: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['gauge', 'lock'],
  proof: 'raydium-farms.test.ts',
  async read(wallet) {
    const [ray, minted] = await Promise.all([rayLedger(wallet), mintedTokens(wallet)])
    const layoutOf = layoutsOf(wallet)
    const mayFarm =
      !(minted.isWhole && minted.isEmptiedWhole) ||
      [...minted.tokens, ...minted.emptied].some(({ authority }) => layoutOf.has(authority))
    const stakes = [...ray, ...(mayFarm ? await searchLedgers(wallet) : [])]
    const unique = [...new Map(stakes.map((stake) => [stake.ledger, stake])).values()]
    return unique.length > 0 ? findingsOf(wallet, unique) : []
  },
}

interface Stake {
  ledger: string
  farm: string
  layout: FarmLayout
  amount: bigint
}

async function rayLedger({ accounts, derivedAddress, owner }: ProgramWallet): Promise<Stake[]> {
  const seeds = [keyOf(RAY_FARM), keyOf(owner), Buffer.from('staker_info_v2_associated_seed')]
  const [account] = await accounts([derivedAddress(V3.program, seeds)])
  return account?.owner === V3.program ? stakesIn(account, owner, V3) : []
}

async function searchLedgers({ programAccounts, owner }: ProgramWallet): Promise<Stake[]> {
  const found = await Promise.all(
    FARMS.map(async (layout) => {
      const filters = [{ memcmp: { offset: layout.ledger.owner, bytes: owner } }]
      const slice = { offset: 0, length: LEDGER_BYTES }
      const accounts = await programAccounts(layout.program, filters, slice)
      return accounts.flatMap((account) => stakesIn(account, owner, layout))
    }),
  )
  return found.flat()
}

/** Throws `Unreadable` when it is of another owner. */
function stakesIn(account: RawAccount, owner: string, layout: FarmLayout): Stake[] {
  const { program, ledger } = layout
  const bytes = ledger.deposited + 8
  const fields = fieldsOf(account, { name: 'farm ledger', program, discriminator: null, bytes })
  if (fields.key(ledger.owner) !== owner)
    throw new Unreadable(`${account.address} is not of ${owner}`)
  const amount = fields.u64(ledger.deposited)
  const farm = fields.key(ledger.farm)
  return amount === 0n ? [] : [{ ledger: account.address, farm, layout, amount }]
}

async function findingsOf(wallet: ProgramWallet, stakes: readonly Stake[]): Promise<Finding[]> {
  const mintOf = await stakedMints(wallet, stakes)
  const staked = stakes.map((stake) => ({ ...stake, mint: mintOf.get(stake.farm) ?? '' }))
  const mints = [...new Set(staked.map(({ mint }) => mint))]
  const [tokens, minters] = await Promise.all([
    readTokens(wallet, mints),
    mintAuthorities(wallet, mints),
  ])
  const layoutOf = layoutsOf(wallet)
  const lpTokens = minters.flatMap(({ mint, authority }) => {
    const layout = layoutOf.get(authority)
    return layout ? [{ mint, layout }] : []
  })
  const searched = lpTokens.slice(0, MAX_POOLS)
  const pools = await Promise.all(searched.map(({ mint, layout }) => poolOf(wallet, mint, layout)))
  const shares = pools.flatMap((pool) =>
    staked.filter(({ mint }) => mint === pool.lpMint).map((stake) => ({ ...stake, pool })),
  )
  const isLp = new Set(lpTokens.map(({ mint }) => mint))
  const singles = staked.filter(({ mint }) => !isLp.has(mint))
  return [
    ...(await lpFindings(wallet, PROTOCOL, shares)),
    ...singles.map(({ mint, ledger, amount }) =>
      findingOf({
        protocol: PROTOCOL,
        product: 'staking',
        market: `${tokenOf(tokens, mint).symbol}, staked`,
        ref: ledger,
        legs: legOf('stake', tokens, mint, amount),
      }),
    ),
    ...(searched.length < lpTokens.length ? [unseenPart(PROTOCOL)] : []),
  ]
}

/** The mints of what is staked by farm, which are those of the farms' vaults. Throws `Unreadable`. */
async function stakedMints(
  wallet: ProgramWallet,
  stakes: readonly Stake[],
): Promise<ReadonlyMap<string, string>> {
  const layoutOf = new Map(stakes.map(({ farm, layout }) => [farm, layout]))
  const vaultOf = await readEach(
    wallet,
    [...layoutOf.keys()],
    { offset: 0, length: FARM_BYTES },
    (account) => {
      const { program, vault } = layoutOf.get(account.address) ?? V3
      const kind = { name: 'farm', program, discriminator: null, bytes: vault + 32 }
      return fieldsOf(account, kind).key(vault)
    },
  )
  const mintOf = await readEach(
    wallet,
    [...vaultOf.values()],
    { offset: 0, length: VAULT.bytes },
    (account) => vaultFields(account).key(VAULT.mint),
  )
  return new Map([...vaultOf].map(([farm, vault]) => [farm, mintOf.get(vault) ?? '']))
}
