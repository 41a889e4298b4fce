import type { FullState } from '../full-state.ts'
import { blobsOf } from './access.ts'
import { blobsAccounts } from './accounts.ts'
import { blobsKeys } from './keys.ts'
import { USAGE_PARTS } from './meters.ts'
import { type BlobsStateOptions, openBlobsState } from './store.ts'
import { listParts } from './sweep-windows.ts'
import { blobsWebhooks } from './webhooks.ts'

/** State, accounts and webhooks in Netlify Blobs, for the function of the account page and the operator's commands. */
export function openBlobsAccountState(options: BlobsStateOptions): FullState {
  const { access, request = fetch, deadlines } = options
  const { keys: cache, ...state } = openBlobsState(options)
  const blobs = blobsOf(access, request, deadlines?.requestMs)
  const listUsage = () => listParts(access, USAGE_PARTS, request)
  const keys = blobsKeys(blobs, cache)
  const { forgetKey: _, ...changes } = keys
  const accounts = blobsAccounts(blobs, keys, listUsage)
  const hasAccount = async (id: string) => (await accounts.findAccount(id)) !== null
  const { deleteWebhooks, ...webhooks } = blobsWebhooks(blobs, hasAccount)
  return {
    ...state,
    ...changes,
    ...accounts,
    ...webhooks,
    async deleteAccount(id) {
      await deleteWebhooks(id)
      const isDeleted = await accounts.deleteAccount(id)
      // What was added meanwhile.
      if (isDeleted) await deleteWebhooks(id)
      return isDeleted
    },
  }
}
