import { HEALTH_A_MINUTE } from '../../contract/plans.ts'
import { localAdmission } from '../../state/admission.ts'

const LIMITS = { burst: HEALTH_A_MINUTE, daily: Number.POSITIVE_INFINITY }

/** Health checks, in memory, by instance. */
const admissions = new WeakMap<object, ReturnType<typeof localAdmission>>()

/** Counts a health check. False when the caller has reached the limit of this minute. */
export function admitProbe(instance: object, caller: string, now: number): boolean {
  const admit = admissions.get(instance) ?? localAdmission()
  admissions.set(instance, admit)
  return admit([{ scope: 'account', caller, limits: LIMITS }], now) === null
}
