import { NODE_DOWNLOAD_KB } from '../../contract/admission.ts'
import {
  type AddressIds,
  addressIds,
  admit,
  type Counters,
  countersOf,
  downloadBudgets,
  localAdmission,
  localIds,
  type Refused,
} from '../../state/admission.ts'
import type { StateStore } from '../../state/state-store.ts'

/** Limits of the published files. */
export interface FileLimits {
  /** Counts a file by the address that asks for it. Returns the seconds to wait; 0 when it is allowed. */
  pageWait(ip: string): Promise<number>
  /** Counts the bytes of a download in the budgets of its address and of the site. Returns the limit that is used up, else null. */
  refuseDownload(bytes: number, ip: string): Promise<Refused | null>
}

/** Where several processes count together, with the key of the HMACs of addresses. */
export interface SharedCounts {
  state: Pick<StateStore, 'hit'>
  secret: string
}

/**
 * The limits of the processes that share a state; without one those of this process, in its memory. While the state cannot be used, each
 * process counts for itself.
 */
export function createFileLimits(
  now: () => number,
  downloadKilobytes: number = NODE_DOWNLOAD_KB,
  shared: SharedCounts | null = null,
): FileLimits {
  const admitHere = localAdmission()

  async function refuse(ip: string, countersFor: (ids: AddressIds) => Counters) {
    const then = now()
    if (shared) {
      try {
        return await admit(shared.state, countersFor(await addressIds(shared.secret, ip)), then)
      } catch {
        // The state logs why it cannot be used. Pages do not need it.
      }
    }
    return admitHere(countersFor(localIds(ip)), then)
  }

  return {
    pageWait: async (ip) => (await refuse(ip, (ids) => countersOf('page', ids)))?.seconds ?? 0,
    refuseDownload(bytes, ip) {
      const kilobytes = Math.ceil(bytes / 1_000)
      return refuse(ip, (ids) => downloadBudgets(downloadKilobytes, kilobytes, ids))
    },
  }
}
