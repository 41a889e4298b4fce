import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import { RpcFailure } from '../failure.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import {
  KAMINO_LEND,
  type KaminoMarket,
  type KaminoObligation,
  kaminoMarket,
  kaminoObligation,
  kaminoReserve,
  MARKET,
  OBLIGATION,
  ONE,
  RESERVE,
} from './kamino-layout.ts'
import { obligationFinding } from './obligation.ts'
import { keyOf, readEach, timeOf } from './wallet-reads.ts'

const PROTOCOL = 'kamino-lend'

/**
 * Markets whose plain obligation is looked up by its address: main, JLP, Jito, Altcoins and Ethena. The first two are in the examples
 * of Kamino's klend-sdk, the others in the configurations of several programs that use Kamino.
 */
const MARKETS = [
  '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
  'DxXdAyU3kCjnyggvHmY5nAwg5cRbbmdyX3npfDMjjMek',
  'H6rHXmXoCQvq8Ue81MqNh7ow5ysPa1dSozwW3PU1dDH6',
  'ByYiZxp8QrdN9qbdtaAiePN8AAr3qvTPppNJDpf5DVJ5',
  'BJnbcRHqvppTyGesLzWASGKnmnF1wq9jZu6ExrjT7wvF',
]

/**
 * Deposits and loans in every market of Kamino Lend, in obligations of every kind. An owner of obligations has an account of user
 * data too, whose address is known, because the program wants it before it makes one. So a wallet without it costs one question, and
 * only others the search for all obligations, which many nodes refuse.
 */
export const kamino: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['supply', 'borrow'],
  proof: 'kamino.test.ts',
  async read(wallet) {
    const { accounts, owner } = wallet
    const known = await accounts(knownAddresses(wallet), { offset: 0, length: OBLIGATION.end })
    const [user, ...plain] = known.map((account) =>
      account?.owner === KAMINO_LEND ? account : null,
    )
    const found = plain.filter((account) => account !== null)
    if (!user && found.length === 0) return []

    const { obligations, isWhole } = await search(wallet, found)
    const open = obligations
      .map((account) => kaminoObligation(account, owner))
      .filter(({ deposits, borrows }) => deposits.length + borrows.length > 0)
    return [...(await findings(wallet, open)), ...(isWhole ? [] : [UNREAD])]
  },
}

/** Marks that there may be more obligations than were read. */
const UNREAD = findingOf({ protocol: PROTOCOL, product: 'lending', legs: [], isUnread: true })

/** The addresses of the user's data and of the plain obligations, by the seeds in klend's `init_user_metadata` and `init_obligation`. */
function knownAddresses({ derivedAddress, owner }: ProgramWallet): string[] {
  const [ownerKey, none] = [keyOf(owner), new Uint8Array(32)]
  return [
    derivedAddress(KAMINO_LEND, [Buffer.from('user_meta'), ownerKey]),
    ...MARKETS.map((market) =>
      derivedAddress(KAMINO_LEND, [
        Uint8Array.of(0),
        Uint8Array.of(0),
        ownerKey,
        keyOf(market),
        none,
        none,
      ]),
    ),
  ]
}

/**
 * All obligations; only those already found, if there are any, when the node refuses to search, else throws its `RpcFailure`. A search
 * that misses one of those was not whole either.
 */
async function search({ programAccounts, owner }: ProgramWallet, found: readonly RawAccount[]) {
  const filters = [
    { dataSize: OBLIGATION.size },
    { memcmp: { offset: OBLIGATION.owner, bytes: owner } },
  ]
  const slice = { offset: 0, length: OBLIGATION.end }
  const searched = await programAccounts(KAMINO_LEND, filters, slice).catch((error) => {
    if (found.length === 0 || !(error instanceof RpcFailure)) throw error
    return []
  })
  const addresses = new Set(searched.map(({ address }) => address))
  const missed = found.filter(({ address }) => !addresses.has(address))
  return { obligations: [...searched, ...missed], isWhole: missed.length === 0 }
}

async function findings(
  wallet: ProgramWallet,
  obligations: readonly KaminoObligation[],
): Promise<Finding[]> {
  const used = obligations.flatMap(({ deposits, borrows }) => [...deposits, ...borrows])
  const [reserves, markets, block] = await Promise.all([
    readEach(
      wallet,
      used.map(({ reserve }) => reserve),
      { offset: 0, length: RESERVE.end },
      kaminoReserve,
    ),
    readEach(
      wallet,
      obligations.map(({ market }) => market),
      { offset: 0, length: MARKET.end },
      kaminoMarket,
    ),
    timeOf(wallet),
  ])
  return obligations.map((obligation) => {
    const market = markets.get(obligation.market)
    if (!market) throw new Unreadable(`The market of ${obligation.address} was not read`)
    return obligationFinding(
      { ...obligation, terms: termsOf(obligation, market) },
      { protocol: PROTOCOL, market: market.name, one: ONE, reserves, block },
    )
  })
}

/** In an elevation group, deposits have its liquidation LTV, and the loan has no weight. */
function termsOf({ group, address }: KaminoObligation, { groups }: KaminoMarket) {
  if (group === 0) return null
  const liquidationLtv = groups[group - 1]
  if (liquidationLtv !== undefined) return { liquidationLtv }
  throw new Unreadable(`The market of ${address} has no elevation group ${group}`)
}
