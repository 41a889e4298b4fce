import { blobsOf, placeOf } from './blobs/access.ts'
import { blobsOptions, invalid, restCommand, type StateOptions } from './open-edge-state.ts'
import { PREFIX } from './redis/command.ts'
import { SECRET_MARK } from './secret-mark.ts'
import { parseStateUrl } from './state-url.ts'

/**
 * The mark of the secret in a store that the edge uses; null without one. It only reads, since the stores with accounts, which
 * write the mark, would double the bundle of the edge. Throws `CONFIG_INVALID`, and `STATE_UNUSABLE` when the store is unreachable.
 */
export async function readSecretMark(url: string, options: StateOptions): Promise<string | null> {
  const parsed = parseStateUrl(url)
  if (parsed.kind === 'rest') {
    const mark = await restCommand(parsed, options)(['GET', `${PREFIX}${SECRET_MARK}`])
    return typeof mark === 'string' ? mark : null
  }
  if (parsed.kind !== 'blobs') throw invalid('the edge supports https://… and blobs:')
  const { access, request } = blobsOptions(parsed, options)
  const [part, blob] = placeOf(SECRET_MARK)
  return blobsOf(access, request).use(part, 'eventual', (store) =>
    store.get(blob, { type: 'text' }),
  )
}
