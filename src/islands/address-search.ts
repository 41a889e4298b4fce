import { addressIn, type FoundAddress, findAddress, shardOf } from '../contract/contract-shard.ts'
import { readWalletForm } from '../contract/wallet-address.ts'

/** The protocols that list a contract at an address; null for a text that is no whole address. */
export type FindAddress = (text: string) => Promise<FoundAddress[]> | null

/**
 * A search in the files of contracts, each of which is loaded once and only for a whole address. It rejects when the file cannot be loaded
 * or is not of its format; the next call then tries again.
 */
export function openAddresses(load: (path: string) => Promise<unknown>): FindAddress {
  const files = new Map<string, Promise<unknown>>()
  const find = async (address: string) => {
    const path = `/addresses/${shardOf(address)}.json`
    const file = files.get(path) ?? load(path)
    files.set(path, file)
    const found = await file.then((document) => findAddress(document, address)).catch(() => null)
    if (found) return found
    files.delete(path)
    throw new Error(`${path} could not be read.`)
  }
  return (text) => {
    const address = addressIn(text)
    return address === null || isUnfinished(address) ? null : find(address)
  }
}

/** An address in base58 is looked up when it has as many bytes as one of its chain, not with each letter that is typed of it. */
function isUnfinished(address: string): boolean {
  return !address.startsWith('0x') && readWalletForm(address).kind === 'invalid'
}

/** A protocol uses such a contract, and it belongs to another. */
const USES = ['asset', 'service']

/** One line for each protocol: where its contract is. `isOwn`: it does not only use that of another. */
export function byProtocol(
  found: readonly FoundAddress[],
): { id: string; reason: string; isOwn: boolean }[] {
  return [...Map.groupBy(found, ({ protocol }) => protocol)].map(([id, rows]) => {
    const [first, ...others] = [...new Set(rows.map(({ chain }) => chain))]
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    const isOwn = rows.some(({ role }) => !USES.includes(role))
    return { id, reason: `contract on ${first}${more}`, isOwn }
  })
}
