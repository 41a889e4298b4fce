import { expect, test } from 'vitest'
import type { KeyRecord } from '../../state/state-store.ts'
import type { AccountBackend } from './account-contract.ts'

let serial = 0

/** What every state store promises of keys, as tests. */
export function keyTests({ store, another }: Pick<AccountBackend, 'store' | 'another'>): void {
  test('a key is found by its digest, also by another instance', async () => {
    const record = aRecord()
    await store().insertKey(record)
    const other = await another()

    expect(await store().findKey(record.digest)).toEqual(record)
    expect(await other.findKey(record.digest)).toEqual(record)
    await other.close()
  })

  test('an unknown digest finds nothing', async () => {
    expect(await store().findKey('f'.repeat(64))).toBeNull()
  })

  test('the list is ordered by creation', async () => {
    const later = aRecord({ createdAt: '2026-11-22T00:00:00.000Z' })
    const earlier = aRecord({ createdAt: '2026-11-20T00:00:00.000Z' })
    await store().insertKey(later)
    await store().insertKey(earlier)

    const ids = (await store().listKeys()).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([earlier.id, later.id]))
    expect(ids.indexOf(earlier.id)).toBeLessThan(ids.indexOf(later.id))
  })

  test('a second key with the same id or digest is refused and changes nothing', async () => {
    const record = aRecord()
    await store().insertKey(record)

    for (const double of [
      { ...aRecord(), id: record.id },
      { ...aRecord(), digest: record.digest },
    ]) {
      await expect(store().insertKey(double)).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
    }
    expect(await store().findKey(record.digest)).toEqual(record)
    expect((await store().listKeys()).filter(({ id }) => id === record.id)).toEqual([record])
  })

  test('a revoked key is still found and says since when, also to another instance', async () => {
    const record = aRecord()
    const revokedAt = '2026-11-21T13:00:00.000Z'
    await store().insertKey(record)
    await store().findKey(record.digest)

    expect(await store().updateKey(record.id, { revokedAt })).toEqual({ ...record, revokedAt })
    expect(await store().findKey(record.digest)).toEqual({ ...record, revokedAt })
    const other = await another()
    expect(await other.findKey(record.digest)).toEqual({ ...record, revokedAt })
    await other.close()
  })

  test('a grant changes the plan and nothing else, and does not undo a revocation', async () => {
    const revokedAt = '2026-11-21T13:00:00.000Z'
    const record = aRecord({ revokedAt })
    await store().insertKey(record)

    const changed = { ...record, plan: 'pro' }
    expect(await store().updateKey(record.id, { plan: 'pro' })).toEqual(changed)
    expect(await store().updateKey(record.id, {})).toEqual(changed)
    expect(await store().findKey(record.digest)).toEqual(changed)
  })

  test('a change of an unknown key says that there is none', async () => {
    expect(await store().updateKey('key_unknown', { plan: 'pro' })).toBeNull()
  })
}

/** A key with an id and a digest of its own. */
export function aRecord(record: Partial<KeyRecord> = {}): KeyRecord {
  serial += 1
  const id = `key_b${serial.toString(16).padStart(15, '0')}`
  return {
    id,
    digest: id.slice(4).repeat(4),
    hint: 'dpk_live_…abcd',
    environment: 'live',
    plan: 'free',
    accountId: null,
    name: '',
    createdAt: '2026-11-21T12:00:00.000Z',
    revokedAt: null,
    ...record,
  }
}
