import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import { encodeAddress } from '../base58.ts'
import { knownSymbol } from '../bundled-tokens.ts'
import type { SolanaBlock } from '../clock.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { redeem, type ShareRate, soundRate } from '../rates.ts'
import { fieldsOf, nullIfUnreadable } from './account-fields.ts'
import { stakedIn } from './kamino-farms.ts'
import { EMPTY, ONE } from './kamino-layout.ts'
import layouts from './layouts.json' with { type: 'json' }
import { mintedTokens } from './minted-tokens.ts'
import { mintAuthorities, symbolOf } from './tokens.ts'
import { derivedAmong, timeOf } from './wallet-reads.ts'

const PROTOCOL = 'kamino-lend'
/** Interest of a month is small; a vault that was not used for longer may have been left for a reason. */
const MAX_AGE_SECONDS = 30 * 86_400

// VAULT: The beginning of VaultState in Kamino-Finance/kvault. When the program last counted what belongs to all shares, and how much it
// was: with loans and interest, without its fees. VAULT_FARMS: Far behind that: the farms in which its shares are staked, to earn and to
// bear losses first.
const { VAULT, VAULT_FARMS } = layouts.kaminoVaults
/** Accounts of tokens that a program made which the wallet once had: one question to a node. */
const MAX_EMPTIED = 100

/**
 * Shares in Kamino's Earn vaults as the tokens they are worth. Nothing in a share names its vault, but a program mints it and no one can
 * freeze it. Only a wallet with such a token costs the search for all vaults. A deposit makes an account of the share, and what it stakes in the
 * vault's farm leaves that account empty but open: an empty one of a mint without a key costs the search too.
 */
export const kaminoVaults: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['supply', 'gauge'],
  proof: 'kamino-vaults.test.ts',
  async read(wallet) {
    const held = await wallet.tokens()
    const empty = [...held].flatMap(([mint, amount]) =>
      amount === 0n && knownSymbol(mint) === undefined ? [mint] : [],
    )
    const { derived: emptied, isWhole: isLooked } = derivedAmong(wallet, empty)
    const [{ tokens, isWhole }, left] = await Promise.all([
      mintedTokens(wallet),
      mintAuthorities(wallet, emptied.slice(0, MAX_EMPTIED)),
    ])
    const isShare = [...tokens, ...left].some(
      ({ authority, isFreezable }) => !isFreezable && wallet.isDerived(authority),
    )
    const [vaults, block] = isShare
      ? await Promise.all([allVaults(wallet), timeOf(wallet)])
      : [[], null]
    const known = vaults.filter(({ sharesMint }) => held.has(sharesMint))
    const findings = [
      ...known.flatMap((vault) => {
        const amount = held.get(vault.sharesMint) ?? 0n
        return amount > 0n ? [findingIn(vault, amount, block)] : []
      }),
      ...(known.length > 0 ? await stakedFindings(wallet, known, block) : []),
    ]
    return isWhole && isLooked && emptied.length <= MAX_EMPTIED ? findings : [...findings, UNREAD]
  },
}

/** Shares that are staked in the farms of these vaults. */
async function stakedFindings(
  wallet: ProgramWallet,
  vaults: readonly Vault[],
  block: SolanaBlock | null,
): Promise<Finding[]> {
  const found = await wallet.accounts(
    vaults.map(({ address }) => address),
    { offset: VAULT_FARMS.at, length: VAULT_FARMS.bytes },
  )
  const places = vaults.flatMap((vault, i) => {
    const fields = fieldsOf(found[i], VAULT_FARMS)
    return VAULT_FARMS.farms
      .map((at) => fields.key(at))
      .filter((farm) => farm !== EMPTY)
      .map((farm) => ({ vault, farm, token: vault.sharesMint }))
  })
  const stakes = await stakedIn(wallet, places)
  return places.flatMap(({ vault }, i) => {
    const stake = stakes[i]
    if (!stake) return []
    const finding = findingIn(vault, stake.amount, block)
    return [{ ...finding, ref: stake.address, receiptToken: null }]
  })
}

/** Marks that there may be more shares than were read. */
const UNREAD = findingOf({ protocol: PROTOCOL, product: 'vault', legs: [], isUnread: true })

interface Vault {
  address: string
  token: string
  decimals: number
  sharesMint: string
  sharesDecimals: number
  rate: ShareRate
  countedAt: number
}

async function allVaults({ programAccounts }: ProgramWallet): Promise<Vault[]> {
  const bytes = encodeAddress(Uint8Array.from(VAULT.discriminator))
  const filters = [{ memcmp: { offset: 0, bytes } }]
  const found = await programAccounts(VAULT.program, filters, { offset: 0, length: VAULT.bytes })
  return found.map(vaultOf)
}

function vaultOf(account: RawAccount): Vault {
  const fields = fieldsOf(account, VAULT)
  return {
    address: account.address,
    token: fields.key(VAULT.token),
    decimals: Number(fields.u64(VAULT.decimals)),
    sharesMint: fields.key(VAULT.sharesMint),
    sharesDecimals: Number(fields.u64(VAULT.sharesDecimals)),
    rate: { underlying: fields.u128(VAULT.worth), shares: fields.u64(VAULT.sharesIssued) * ONE },
    countedAt: Number(fields.u64(VAULT.countedAt)),
  }
}

/** Shares as what they are worth, or as themselves where that is unknown. */
function findingIn(vault: Vault, shares: bigint, block: SolanaBlock | null): Finding {
  const amount = nullIfUnreadable(() => underlyingOf(vault, shares, block))
  const { token, decimals, sharesMint, sharesDecimals } = vault
  return findingOf({
    protocol: PROTOCOL,
    product: 'vault',
    market: `Earn ${symbolOf(token)}`,
    ref: vault.address,
    receiptToken: sharesMint,
    legs: [
      amount === null
        ? {
            role: 'supply',
            token: sharesMint,
            symbol: symbolOf(sharesMint),
            decimals: sharesDecimals,
            amount: shares,
          }
        : { role: 'supply', token, symbol: symbolOf(token), decimals, amount, collateral: false },
    ],
  })
}

/** As of when the vault was last used, which says nothing after a month. Throws `Unreadable`. */
function underlyingOf(
  { address, rate, countedAt }: Vault,
  shares: bigint,
  block: SolanaBlock | null,
) {
  if (shares * ONE > rate.shares) throw new Unreadable(`${address} issued fewer shares than held`)
  if (block !== null && block.time - countedAt > MAX_AGE_SECONDS) {
    throw new Unreadable(`${address} was not used for a month`)
  }
  return redeem(shares, soundRate(rate))
}
