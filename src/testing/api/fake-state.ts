import type { PlanName } from '../../contract/plans.ts'
import { createApiKey, digestOf } from '../../state/api-key.ts'
import type { DayUsage, Hit, KeyRecord, StateStore, UsageCounts } from '../../state/state-store.ts'

export const SECRET = 'a secret of the tests, long enough to be one'

/** A store in memory that counts callers without windows, and remembers what it was asked. */
export class FakeState implements StateStore {
  readonly hits: Hit[] = []
  readonly lookUps: string[] = []
  readonly records = new Map<string, KeyRecord>()
  readonly used = new Map<string, number>()
  counts: UsageCounts = { protocols: 0, wallet: 0, screener: 0, other: 0 }
  /** Rejections of the named methods. */
  failing: Partial<Record<'hit' | 'findKey' | 'usage', Error>> = {}

  async hit(hit: Hit) {
    if (this.failing.hit) throw this.failing.hit
    this.hits.push(hit)
    const used = this.used.get(hit.caller) ?? 0
    if (used >= hit.limits.burst || used >= hit.limits.daily) {
      return { admitted: false, burstUsed: used, dailyUsed: used }
    }
    this.used.set(hit.caller, used + 1)
    return { admitted: true, burstUsed: used + 1, dailyUsed: used + 1 }
  }

  async findKey(digest: string) {
    if (this.failing.findKey) throw this.failing.findKey
    this.lookUps.push(digest)
    return this.records.get(digest) ?? null
  }

  async usage(): Promise<DayUsage[]> {
    if (this.failing.usage) throw this.failing.usage
    return [{ day: '2026-01-01', counts: this.counts, refused: 0, keys: {} }]
  }

  async close() {}

  /** A key that this store knows. */
  async issue(
    plan: PlanName,
    environment: 'live' | 'test',
    revokedAt: string | null = null,
    accountId: string | null = null,
  ) {
    const key = createApiKey(environment, (length) =>
      crypto.getRandomValues(new Uint8Array(length)),
    )
    const digest = await digestOf(SECRET, key)
    const id = `key_${this.records.size}`
    const createdAt = '2026-01-01T00:00:00.000Z'
    const fields = { id, digest, hint: '', environment, plan, accountId, name: '' }
    this.records.set(digest, { ...fields, createdAt, revokedAt })
    return key
  }
}
