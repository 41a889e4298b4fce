import { NODE_DOWNLOAD_KB } from '../../contract/admission.ts'
import {
  countersOf,
  downloadBudgets,
  localAdmission,
  localIds,
  type Refused,
} from '../../state/admission.ts'

/** Limits of the published files. */
export interface FileLimits {
  /** Counts a file by the address that asks for it. Returns the seconds to wait; 0 when it is allowed. */
  pageWait(ip: string): number
  /** Counts the bytes of a download in the budgets of its address and of the site. Returns the limit that is used up, else null. */
  refuseDownload(bytes: number, ip: string): Refused | null
}

/** The limits of one process, in its memory. */
export function createFileLimits(
  now: () => number,
  downloadKilobytes: number = NODE_DOWNLOAD_KB,
): FileLimits {
  const admit = localAdmission()
  return {
    pageWait: (ip) => admit(countersOf('page', localIds(ip)), now())?.seconds ?? 0,
    refuseDownload: (bytes, ip) =>
      admit(downloadBudgets(downloadKilobytes, Math.ceil(bytes / 1_000), localIds(ip)), now()),
  }
}
