import { SOLANA } from '../chains/scan-chains.ts'
import type { ChainWithNodes } from '../chains/wallet-nodes.ts'
import type { WalletKnownGap } from '../contract/wallet-scan.ts'
import { looksAtApprovals } from './evm/approvals/approval-sides.ts'
import { type ContractList, scannedEntries } from './evm/contracts/contract-list.ts'
import { unreadAt } from './evm/contracts/drivers.ts'
import { alchemyNode } from './evm/discovery/alchemy.ts'
import type { ScannableWallet } from './find-wallet.ts'
import { UNREAD } from './model/kinds.ts'

interface KnownGapsDeps {
  chains: readonly ChainWithNodes[]
  contracts: (chain: ChainWithNodes['key']) => ContractList
  /** Without a provider, Jupiter's API is not asked. */
  solana: { providers: readonly unknown[] }
}

/** Large chains that no scan reads. A chain of the scan is never named here. */
const UNSCANNED = ['Bitcoin', 'Sui', 'Aptos', 'TON']

/** What is not read whatever the kind of address. */
const EVERYWHERE: readonly WalletKnownGap[] = [
  {
    chain: null,
    protocol: null,
    text: 'Chains that `coverage` does not name are not scanned.',
  },
  {
    chain: null,
    protocol: null,
    text: 'Protocols, pools and vaults that are on no contract list are not found, because no chain can list what an address owns.',
  },
]

/** What is not looked at of approvals. */
const APPROVALS =
  'Of approvals, those of tokens and collections on no list are not looked at, nor those of single NFTs and within the Permit2 of PancakeSwap. Where `approvals.looked` names no search of events, those to addresses on no list are not found either.'
const NO_APPROVALS = 'Approvals, or delegates, are not looked at.'

/** What net worth leaves out. */
const OF_HOLDINGS =
  'Outside positions, only native coins and tokens that our contract lists name are read, and none of smart accounts.'

/** On such a chain a token index is asked, and less is overlooked. */
const INDEXED =
  'Of tokens on no contract list, only vaults (ERC-4626), aTokens and pairs (Uniswap v2) are found, and only when they hold what they promise in tokens of our lists.'

/** What a scan of such an address never looks at: chains first, then protocols by slug. Pure, except that it reads the lists. */
export function knownGaps(kind: ScannableWallet['kind'], deps: KnownGapsDeps): WalletKnownGap[] {
  const chains = UNSCANNED.map((chain) => ({
    chain,
    protocol: null,
    text: `${chain} is not scanned.`,
  }))
  return [
    ...chains,
    ...EVERYWHERE,
    { chain: null, protocol: null, text: OF_HOLDINGS },
    ...(kind === 'evm' ? indexGaps(deps.chains) : []),
    ...approvalGaps(kind, deps.chains),
    ...(kind === 'solana' ? solanaGaps(deps.solana.providers.length > 0) : listGaps(kind, deps)),
  ]
}

function indexGaps(chains: KnownGapsDeps['chains']): WalletKnownGap[] {
  return chains
    .filter(({ urls }) => alchemyNode(urls) !== undefined)
    .map(({ name }) => ({ chain: name, protocol: null, text: INDEXED }))
}

function approvalGaps(
  kind: ScannableWallet['kind'],
  chains: KnownGapsDeps['chains'],
): WalletKnownGap[] {
  const gap = (text: string) => ({ chain: null, protocol: null, text })
  if (kind !== 'evm') return [gap(NO_APPROVALS)]
  const without = chains.filter((chain) => chain.addresses !== 'tron' && !looksAtApprovals(chain))
  return [
    gap(APPROVALS),
    ...without.map(({ name }) => gap(`Approvals on ${name} are not looked at.`)),
  ]
}

function solanaGaps(hasProvider: boolean): WalletKnownGap[] {
  const gap = (protocol: string | null, text: string) => ({ chain: SOLANA.name, protocol, text })
  return [
    gap(
      null,
      'Of the accounts of programs, only those of tokens, of stakes and of the protocols that `coverage` names are read.',
    ),
    ...Object.entries(UNREAD.programs).flatMap(([protocol, all]) =>
      all.map(({ text }) => gap(protocol, text)),
    ),
    ...(hasProvider
      ? [
          gap(
            null,
            'Of what Jupiter’s API returns, orders, predictions, airdrops and locks are not read.',
          ),
        ]
      : [gap(null, 'Staked JUP is not read, because no key for Jupiter is set.')]),
  ]
}

/** What is not read of each protocol, however many chains and entries it has. */
function listGaps(kind: 'evm' | 'tron', { chains, contracts }: KnownGapsDeps): WalletKnownGap[] {
  const entries = chains
    .filter(({ addresses }) => (addresses === 'tron') === (kind === 'tron'))
    .flatMap(({ key }) => scannedEntries(contracts(key)))
  return [...Map.groupBy(entries, ({ protocol }) => protocol)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([protocol, of]) =>
      unreadAt(protocol, new Set(of.map(({ driver }) => driver))).map(({ text }) => ({
        chain: null,
        protocol,
        text,
      })),
    )
}
