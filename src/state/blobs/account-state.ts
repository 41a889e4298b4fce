import type { FullState } from '../full-state.ts'
import { createRecords } from '../records/records.ts'
import { blobsOf } from './access.ts'
import { USAGE_PARTS } from './meters.ts'
import { deleteBlobs, listNames } from './names.ts'
import { blobsRecords } from './records.ts'
import { type BlobsStateOptions, openBlobsState } from './store.ts'
import { listParts } from './sweep-windows.ts'

/** State, accounts and webhooks in Netlify Blobs, for the function of the account page and the operator's commands. */
export function openBlobsAccountState(options: BlobsStateOptions): FullState {
  const { access, request = fetch, deadlines } = options
  const { keys, ...state } = openBlobsState(options)
  const blobs = blobsOf(access, request, deadlines?.requestMs)
  const forgetUsage = async (owner: string) => {
    for (const part of await listParts(access, USAGE_PARTS, request)) {
      await deleteBlobs(blobs, part, await listNames(blobs, part, `${owner}/`))
    }
  }
  return { ...state, ...createRecords(blobsRecords(blobs, keys), forgetUsage) }
}
