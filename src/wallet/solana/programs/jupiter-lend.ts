import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf, type TokenAmount } from '../../model/finding.ts'
import { encodeAddress } from '../base58.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { fieldsOf, nullIfUnreadable } from './account-fields.ts'
import {
  earlierLiquidations,
  type LendPosition,
  type LendVault,
  LIQUIDITY,
  lendBranch,
  lendPosition,
  lendTick,
  lendVault,
  liquidityReserve,
  POSITION,
  type Tick,
  VAULTS,
  vaultPrices,
} from './jupiter-lend-layout.ts'
import { PRICE_ONE, type Prices, pricesNow, reservePrices } from './jupiter-lend-prices.ts'
import {
  type Amounts,
  debtAt,
  joined,
  type Liquidation,
  leftIn,
  MAX_TICK,
  NOTHING,
  NOTHING_LEFT,
} from './jupiter-lend-ticks.ts'
import layouts from './layouts.json' with { type: 'json' }
import { MAX_NFTS, unreadPosition } from './position-nfts.ts'
import { readTokens, type SplToken, tokenOf } from './tokens.ts'
import { derivedAmong, keyOf, readEach } from './wallet-reads.ts'

const PROTOCOL = 'jupiter-lend'

// METADATA: Metadata of Metaplex, which names who may change it, as mpl-token-metadata describes it.
const { METADATA } = layouts.jupiterLend
/** Each of them costs a search. */
const MAX_POSITIONS = 20
/** Branches that went into each other. */
const MAX_BRANCHES = 32
/** Those of the amounts in a vault. */
const VAULT_DECIMALS = 9
const WHOLE_ACCOUNT = { offset: 0, length: 256 }

/**
 * Loans and their collateral in the vaults of Jupiter Lend. An NFT represents a position: its mint has no key and the program may change its metadata,
 * so other NFTs cost no search. Nothing in it leads to the position, which is searched for by its mint.
 */
export const jupiterLend: ProgramReader = {
  protocols: [PROTOCOL],
  // A provider reports no threshold of a loan.
  isBetter: true,
  reads: ['supply', 'borrow'],
  proof: 'jupiter-lend.test.ts',
  async read(wallet) {
    const { mints, isWhole } = await positionNfts(wallet)
    const searched = await Promise.all(mints.map((mint) => positionOf(wallet, mint)))
    const positions = searched.filter((position) => position !== null)
    const found = positions.length === 0 ? [] : await findings(wallet, positions)
    return isWhole ? found : [...found, UNREAD]
  },
}

/** Marks that there may be more positions than were read. */
const UNREAD = findingOf({ protocol: PROTOCOL, product: 'lending', legs: [], isUnread: true })

async function positionNfts(wallet: ProgramWallet) {
  const { tokens, derivedAddress, accounts } = wallet
  const ones = [...(await tokens())].flatMap(([mint, amount]) => (amount === 1n ? [mint] : []))
  const { derived: nfts, isWhole } = derivedAmong(wallet, ones)
  const asked = nfts.slice(0, MAX_NFTS)
  const seeds = [Buffer.from('metadata'), keyOf(METADATA.program)]
  const found = await accounts(
    asked.map((mint) => derivedAddress(METADATA.program, [...seeds, keyOf(mint)])),
    { offset: 0, length: METADATA.bytes },
  )
  const authority = derivedAddress(VAULTS, [Buffer.from('vault_admin')])
  const mints = asked.filter((mint, i) =>
    nullIfUnreadable(() => {
      const fields = fieldsOf(found[i], METADATA)
      return fields.key(METADATA.authority) === authority && fields.key(METADATA.mint) === mint
    }),
  )
  return {
    mints: mints.slice(0, MAX_POSITIONS),
    isWhole: isWhole && asked.length === nfts.length && mints.length <= MAX_POSITIONS,
  }
}

/** Null for an NFT that only says it is one: anybody may name the program in metadata, and it closes a position only with its NFT. */
async function positionOf(
  { programAccounts }: ProgramWallet,
  mint: string,
): Promise<LendPosition | null> {
  const [account] = await programAccounts(VAULTS, [
    { memcmp: { offset: 0, bytes: encodeAddress(Uint8Array.from(POSITION.discriminator)) } },
    { memcmp: { offset: POSITION.mint, bytes: mint } },
  ])
  return account ? lendPosition(account, mint) : null
}

/** A vault by its number, and where its accounts are. */
function addressesOf({ derivedAddress }: ProgramWallet, vault: number) {
  const at = (seed: string, ...rest: Uint8Array[]) =>
    derivedAddress(VAULTS, [Buffer.from(seed), bytesOf(vault, 2), ...rest])
  const tickSeed = (tick: number) => bytesOf(tick + MAX_TICK, 4)
  return {
    config: at('vault_config'),
    state: at('vault_state'),
    tick: (tick: number) => at('tick', tickSeed(tick)),
    liquidations: (tick: number, id: number) =>
      at('tick_id_liquidation', tickSeed(tick), bytesOf(Math.floor((id + 2) / 3), 4)),
    branch: (id: number) => at('branch', bytesOf(id, 4)),
  }
}

function bytesOf(value: number, bytes: number): Uint8Array {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

async function findings(
  wallet: ProgramWallet,
  positions: readonly LendPosition[],
): Promise<Finding[]> {
  const placed = positions.map((position) => {
    const at = addressesOf(wallet, position.vault)
    return { position, at, tick: position.tick === null ? null : at.tick(position.tick) }
  })
  const read = <T>(addresses: readonly string[], decode: Parameters<typeof readEach<T>>[3]) =>
    readEach(wallet, addresses, WHOLE_ACCOUNT, decode)
  const [vaults, states, ticks, block] = await Promise.all([
    read(
      placed.map(({ at }) => at.config),
      lendVault,
    ),
    read(
      placed.map(({ at }) => at.state),
      vaultPrices,
    ),
    read(
      placed.flatMap(({ tick }) => tick ?? []),
      lendTick,
    ),
    wallet.block(),
  ])
  const reserveOf = (mint: string) =>
    wallet.derivedAddress(LIQUIDITY, [Buffer.from('reserve'), keyOf(mint)])
  const mints = [...vaults.values()].flatMap(({ tokens, isOfTokens }) => (isOfTokens ? tokens : []))
  const [reserves, tokens, amounts] = await Promise.all([
    read(mints.map(reserveOf), liquidityReserve),
    readTokens(wallet, mints),
    Promise.all(
      placed.map(({ position, at, tick }) =>
        amountsIn(wallet, position, at, (tick && ticks.get(tick)) || null),
      ),
    ),
  ])
  return placed.flatMap(({ position: { mint }, at }, i) => {
    const [vault, state] = [vaults.get(at.config), states.get(at.state)]
    if (!vault || !state) throw new Unreadable(`The vault of ${mint} was not read`)
    if (!vault.isOfTokens) return [unreadPosition(PROTOCOL, mint)]
    const [collateral, loan] = vault.tokens.map((token) => reserves.get(reserveOf(token)))
    if (!collateral || !loan) throw new Unreadable(`A reserve of the vault of ${mint} was not read`)
    const liquidity: Prices = [
      reservePrices(collateral, block.time)[0],
      reservePrices(loan, block.time)[1],
    ]
    const prices = pricesNow(state, liquidity, vault.magnifiers, block.time)
    return positionFinding({ mint, vault, tokens, prices, amounts: amounts[i] ?? NOTHING })
  })
}

/** What belongs to a position, and its debt, after the liquidations of its tick. */
async function amountsIn(
  wallet: ProgramWallet,
  { mint, collateral, dust, tick: number, tickId }: LendPosition,
  at: ReturnType<typeof addressesOf>,
  tick: Tick | null,
): Promise<Amounts> {
  if (number === null || tick === null) return { collateral, debt: 0n }
  const debt = debtAt(number, collateral)
  if (!tick.isLiquidated && tick.ids <= tickId) {
    if (debt < dust) throw new Unreadable(`The debt of ${mint} is less than nothing`)
    return { collateral, debt: debt - dust }
  }
  const liquidation =
    tick.ids === tickId
      ? tick.last
      : await earlierLiquidation(wallet, at.liquidations(number, tickId), tickId)
  const left = liquidation.isWhole ? NOTHING : await afterLiquidation(wallet, liquidation, at, debt)
  return left.debt > dust ? { ...left, debt: left.debt - dust } : NOTHING
}

async function earlierLiquidation(
  { accounts }: ProgramWallet,
  address: string,
  tickId: number,
): Promise<Liquidation> {
  const [account] = await accounts([address])
  const found = account && earlierLiquidations(account)[(tickId + 2) % 3]
  if (!found) throw new Unreadable(`The liquidation ${tickId} at ${address} was not read`)
  return found
}

async function afterLiquidation(
  { accounts }: ProgramWallet,
  { branch: first, factor: began }: Liquidation,
  at: ReturnType<typeof addressesOf>,
  debt: bigint,
): Promise<Amounts> {
  let [id, factor] = [first, began]
  for (let count = 0; count < MAX_BRANCHES; count++) {
    const [account] = await accounts([at.branch(id)])
    if (!account) throw new Unreadable(`The branch ${id} was not read`)
    const branch = lendBranch(account)
    if (branch.status !== 'merged') return leftIn(branch, factor, debt)
    factor = joined(factor, branch.factor)
    if (factor === NOTHING_LEFT) return NOTHING
    id = branch.next
  }
  throw new Unreadable('Too many branches of Jupiter Lend went into each other')
}

function positionFinding(of: {
  mint: string
  vault: LendVault
  tokens: ReadonlyMap<string, SplToken>
  prices: Prices
  amounts: Amounts
}): Finding[] {
  const { mint, vault, amounts, prices } = of
  const [pledged, borrowed] = vault.tokens.map((token) => tokenOf(of.tokens, token))
  if (!pledged || !borrowed) throw new Unreadable(`The vault of ${mint} has no tokens`)
  const { liquidationLtv } = vault
  const collateral = (amounts.collateral * prices[0]) / (PRICE_ONE * scaleOf(pledged))
  const one = PRICE_ONE * scaleOf(borrowed)
  const debt = (amounts.debt * prices[1] + one - 1n) / one
  const all: TokenAmount[] = [
    { role: 'supply', ...legToken(pledged), amount: collateral, collateral: true, liquidationLtv },
    { role: 'borrow', ...legToken(borrowed), amount: debt },
  ]
  const legs = all.filter(({ amount }) => amount > 0n)
  if (legs.length === 0) return []
  const isLoan = collateral > 0n && debt > 0n
  const ratio = wholeOf(debt, borrowed) / wholeOf(collateral, pledged)
  return [
    findingOf({
      protocol: PROTOCOL,
      product: 'lending',
      market: `${pledged.symbol}/${borrowed.symbol}`,
      ref: mint,
      legs,
      ...(isLoan && {
        loan: { ltv: null, liquidationLtv, liquidationPrice: ratio / liquidationLtv },
      }),
    }),
  ]
}

function legToken({ mint: token, symbol, decimals }: SplToken) {
  return { token, symbol, decimals }
}

/** What an amount in a vault is divided by. Throws `Unreadable` for a token that no vault takes. */
function scaleOf({ mint, decimals }: SplToken): bigint {
  if (decimals > VAULT_DECIMALS) throw new Unreadable(`${mint} has too many decimals`)
  return 10n ** BigInt(VAULT_DECIMALS - decimals)
}

function wholeOf(amount: bigint, { decimals }: SplToken): number {
  return Number(amount) / 10 ** decimals
}
