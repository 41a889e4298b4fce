import type { AddressFile } from '../contract/contract-shard.ts'
import type { ContractShard } from '../contract/contracts.ts'

/** The public file of a shard: each contract of protocols that have a page, with its plainest role. */
export function addressFile({ contracts, protocols }: ContractShard): AddressFile {
  const rows = contracts.flatMap(({ address, chain, protocols: owners = [] }) =>
    owners.flatMap(({ id, roles: [first] }): AddressFile['rows'] =>
      first && protocols[id]?.listed ? [[address, chain, id, first.role]] : [],
    ),
  )
  return { format: 1, rows }
}
