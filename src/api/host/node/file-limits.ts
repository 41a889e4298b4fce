import { NODE_DOWNLOAD_KB } from '../../../contract/admission.ts'
import {
  countersOf,
  downloadBudget,
  localAdmission,
  localIds,
  type Refused,
} from '../../state/admission.ts'

/** Limits of the published files. */
export interface FileLimits {
  /** Counts a file by the address that asks for it. Returns the seconds to wait; 0 when it is allowed. */
  pageWait(ip: string): number
  /** Counts the bytes of a download in the budget of the site. Returns the limit when it is used up, else null. */
  refuseDownload(bytes: number): Refused | null
}

/** The limits of one process, in its memory. */
export function createFileLimits(
  now: () => number,
  downloadKilobytes: number = NODE_DOWNLOAD_KB,
): FileLimits {
  const admit = localAdmission()
  return {
    pageWait: (ip) => admit(countersOf('page', localIds(ip)), now())?.seconds ?? 0,
    refuseDownload: (bytes) =>
      admit([downloadBudget(downloadKilobytes, Math.ceil(bytes / 1_000))], now()),
  }
}
