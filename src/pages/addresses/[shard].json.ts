import type { APIRoute, GetStaticPaths } from 'astro'
import type { ContractShard } from '../../contract/contracts.ts'
import { addressFile } from '../../site/address-file.ts'
import { documentsFolder, readContractShards } from '../../site/catalogue-files.ts'

export const getStaticPaths = (async () => {
  const shards = await readContractShards(documentsFolder())
  return shards.map(([shard, contracts]) => ({ params: { shard }, props: { contracts } }))
}) satisfies GetStaticPaths

/** The contracts of protocols, for the search of the website. */
export const GET: APIRoute<{ contracts: ContractShard }> = ({ props }) =>
  Response.json(addressFile(props.contracts))
