import type { AccountStore } from '../account-store.ts'
import type { StateStore } from '../state-store.ts'
import { blobsOf } from './access.ts'
import { blobsAccounts } from './accounts.ts'
import { blobsKeys } from './keys.ts'
import { USAGE_PARTS } from './meters.ts'
import { type BlobsStateOptions, openBlobsState } from './store.ts'
import { listParts } from './sweep-windows.ts'

/** State and accounts in Netlify Blobs, for the function of the account page and the operator's commands. */
export function openBlobsAccountState(options: BlobsStateOptions): StateStore & AccountStore {
  const { access, request = fetch, deadlines } = options
  const { keys: cache, ...state } = openBlobsState(options)
  const blobs = blobsOf(access, request, deadlines?.requestMs)
  const listUsage = () => listParts(access, USAGE_PARTS, request)
  const keys = blobsKeys(blobs, cache)
  const { forgetKey: _, ...changes } = keys
  return { ...state, ...changes, ...blobsAccounts(blobs, keys, listUsage) }
}
