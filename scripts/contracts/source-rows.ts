import type { ScanChain } from '../../src/chains/scan-chains.ts'
import { PROTOCOLS } from '../../src/wallet/model/protocols.ts'
import { inSourceFile, type SourceFile } from './source-files.ts'
import { TOKENS_FILE } from './tokens.ts'
import { resolved } from './values.ts'

/** A row of one chain with its values resolved. */
export interface SourceRow {
  /** The name of its file. */
  protocol: string
  [field: string]: unknown
}

/** The rows of a generator on the same chain. */
export type RowsOf = (generator: string) => SourceRow[]

/** The rows of a chain in all files, by their generator; those without one are under `null`. */
export function sourceRows(
  files: readonly SourceFile[],
  { key, chainId }: ScanChain,
): Map<string | null, SourceRow[]> {
  const found = new Map<string | null, SourceRow[]>()
  for (const { name: protocol, rows } of files) {
    if (protocol === TOKENS_FILE) continue
    inSourceFile(protocol, () => {
      if (!PROTOCOLS[protocol]) throw new TypeError(NO_PROTOCOL)
      for (const { chain = key, generator = null, ...fields } of rows) {
        if (chain !== key) continue
        const { day: _, ...row } = resolved({ id: protocol, ...fields, protocol }, chainId)
        found.set(generator, [...(found.get(generator) ?? []), { ...row, protocol }])
      }
    })
  }
  return found
}

const NO_PROTOCOL =
  'data/wallet/contracts/protocols.json has no protocol of this name. Add it with its id at DefiLlama, or rename the file.'
