import type { Address } from '../../../chains/address.ts'
import { unpacked } from '../../../chains/packed-addresses.ts'
import type { ContractEntry } from './contract-entry.ts'

/**
 * Contracts whose balance an entry counts. On one chain each belongs to one entry, so that nothing is counted twice: an aToken is
 * counted by Aave's entry, even if another driver could read it.
 */
export function receiptTokens(entry: ContractEntry): Address[] {
  switch (entry.driver) {
    case 'aave':
      return [...entry.assets.map(({ aToken }) => aToken), ...(entry.receiptTokens ?? [])]
    case 'compound-v3':
      return [entry.comet]
    case 'erc4626':
      return [entry.vault]
    case 'stakewise':
    case 'vault-list':
      return unpacked(entry.vaults)
    case 'liquid-staking':
      return [entry.token.address]
    case 'uniswap-v2':
      return [entry.pair, ...entry.stakes.map(({ contract }) => contract)]
    case 'balancer':
      return [entry.pool, ...entry.stakes.map(({ contract }) => contract)]
    case 'curve':
      return [entry.lpToken, ...entry.stakes.map(({ contract }) => contract)]
    case 'uniswap-v3':
      return entry.staking ? [entry.manager, entry.staking.holder] : [entry.manager]
    case 'uniswap-v4':
      return [entry.manager]
    case 'liquity-v2':
      return [entry.troveNft]
    case 'pendle':
      return [entry.pt, entry.yt, entry.lp].flatMap((token) => (token ? [token.address] : []))
    case 'gmx-v1':
      return [entry.pool, entry.staking].flatMap((place) => (place ? [place.tracker] : []))
    case 'gmx-v2':
      return entry.pools.map(({ address }) => address)
    case 'euler':
      return [...entry.vaults, ...entry.unmeasured]
    case 'stargate':
      return entry.pools.map(({ share }) => share)
    case 'vote-lock':
      return [entry.escrow]
    case 'lido-queue':
      return [entry.queue]
    case 'withdrawal-queue':
      return entry.kind === 'swell' ? [entry.queue] : []
    case 'nexus':
    case 'withdrawal-nft':
      return [entry.collection]
    // These drivers read the list of positions or markets from the protocol, so no receipt tokens are listed.
    case 'aave-v4':
    case 'abracadabra':
    case 'compound-v2':
    case 'deposit-pool':
    case 'eigenlayer':
    case 'morpho-optimizer':
    case 'rocket-node':
    case 'morpho-blue':
    case 'morpho-vault-markets':
    case 'fluid':
    case 'fraxlend':
    case 'gains':
    case 'pool-registry':
    case 'v2-pairs':
    case 'velodrome':
    case 'maker':
    case 'liquity':
    case 'curve-loan':
    case 'silo':
    case 'silo-v1':
    case 'symbiotic':
    case 'layerbank':
    case 'uncx':
    case 'synthetix':
    case 'lista':
      return []
  }
}
