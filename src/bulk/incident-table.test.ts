import { expect, test } from 'vitest'
import { catalogueOf } from '../testing/bulk/bulk-world.ts'
import { incidentTable } from './incident-table.ts'

const OPEN = 'https://github.com/SunWeb3Sec/DeFiHackLabs/blob/main/src/test/2022-08/X_exp.sol'

test('has the losses that an open record has, without amounts and causes, and no others', async () => {
  const live = await catalogueOf()
  const [incident] = [...live.incidents, ...live.entries.flatMap((entry) => entry.incidents)]
  const [entry] = live.entries
  if (!incident || !entry) throw new Error('the invented upstream has no incident')
  const protocolId = entry.record.id
  const of = (id: string, pocUrl: string | null, owner: string | null = protocolId) => ({
    ...incident,
    ...{ id, day: '2025-08-01', protocolId: owner, pocUrl },
  })
  const { columns, rows } = incidentTable({
    ...live,
    incidents: [
      of('b', OPEN),
      of('a', OPEN),
      of('closed', 'https://rekt.example/x'),
      of('none', null),
      of('of-no-protocol', OPEN, null),
      of('of-another', OPEN, '999999'),
      of('looks-open', `https://evil.example/?${OPEN}`),
    ],
  })
  expect(rows).toEqual(
    ['a', 'b'].map((id) => [entry.record.slug, id, '2025-08-01', 'defihacklabs', OPEN]),
  )
  expect(columns.map(({ name }) => name)).toEqual([
    'protocol_id',
    'incident',
    'day',
    'source',
    'link',
  ])
})
