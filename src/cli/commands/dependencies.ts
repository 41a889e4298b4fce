import { PlimsollError } from '../../client/errors.ts'
import type { Client, Dependencies, Dependents, StressResult } from '../../client/index.ts'
import { sharePercent } from '../../domain/format.ts'
import { action } from '../action.ts'
import { UNKNOWN, usd } from '../text/figures.ts'
import { table } from '../text/table.ts'
import { paint, type View } from '../text/terminal.ts'
import { wrap } from '../text/width.ts'
import { failuresOf } from './failures.ts'

const KINDS = {
  holds: 'holds',
  'backed-by': 'backs its loans',
  own: 'own token',
  'runs-on': 'runs on',
  unknown: 'not resolved',
}

const SHOWN = 20

/** What a protocol stands on; of an issuer, a bridge or an oracle, which stands on nothing here, who stands on it. */
async function standing(client: Client, id: string): Promise<Dependencies | Dependents> {
  try {
    return await client.protocols.dependencies(id)
  } catch (error) {
    if (!(error instanceof PlimsollError) || error.code !== 'PROTOCOL_NOT_FOUND') throw error
    return client.dependents(id, { per_page: SHOWN }).catch((other) => {
      // What nothing is called by has suggestions only as a protocol.
      throw other instanceof PlimsollError && other.code === 'NOT_FOUND' ? error : other
    })
  }
}

export const dependsAction = action<Dependencies | Dependents>({
  ask: async (client, { operands: [id = ''] }) => ({ data: await standing(client, id) }),
  render: ({ data }, view) => {
    if ('rows' in data) {
      const title = `${paint(view, 'bold', data.name)} (${data.id}), ${data.kind}`
      return [title, ...underneath(data.rows, data.rows.length + data.more, view)]
    }
    const { id, name, edges, resolved, worst, dependents, dependentCount } = data
    const title = `${paint(view, 'bold', name)} (${id})`
    const on = table(
      edges,
      [
        { head: 'Stands on', cell: ({ to }) => to?.name ?? UNKNOWN },
        { head: 'Id', cell: ({ to }) => to?.id ?? '' },
        { head: 'How', cell: ({ kind }) => KINDS[kind], leaves: 1 },
        { head: 'Share', cell: ({ share }) => percent(share), align: 'right' },
        { head: 'Amount', cell: (edge) => usd(edge.usd), align: 'right', leaves: 3 },
        { head: 'Day', cell: ({ day }) => day, leaves: 2 },
      ],
      view,
    )
    const bound = worst
      ? `If ${worst.to.name} lost ${percent(worst.drop)} of its value, it would lose at most ${percent(worst.high)}. A bound, and no forecast.`
      : 'No named failure of one issuer costs it anything that is known.'
    const found = data.bridges.map(
      ({ name: bridge, id: of, share }) => `${bridge} (${of}) ${percent(share)}`,
    )
    return [
      title,
      ...(edges.length > 0 ? [] : ['What it holds is not on record.']),
      ...(edges.length > 0
        ? [
            ...on,
            `The issuer of ${percent(resolved.issuer < 1 ? Math.min(resolved.issuer, 0.99) : 1)} is known.`,
          ]
        : []),
      ...(edges.length > 0 ? wrap(bound, view.columns) : []),
      ...(found.length > 0 ? wrap(`Bridges: ${found.join(', ')}.`, view.columns) : []),
      ...underneath(dependents, dependentCount, view),
    ]
  },
  asOf: ({ data }) => data.day,
})

export const stressAction = action<StressResult>({
  ask: async (client, { operands }) => ({ data: await client.stress(failuresOf(operands)) }),
  render: ({ data: { fails, rows, more, resolvedProtocols, protocols } }, view) => {
    const title = fails.map(({ name, drop }) => `${name} −${percent(drop)}`).join(', ')
    const lines = table(
      rows,
      [
        { head: 'Protocol', cell: ({ name }) => name },
        { head: 'Id', cell: ({ id }) => id, leaves: 2 },
        { head: 'At stake', cell: ({ atStake }) => percent(atStake), align: 'right' },
        { head: 'Direct', cell: ({ first }) => percent(first), align: 'right', leaves: 1 },
        { head: 'At least', cell: ({ low }) => percent(low), align: 'right', leaves: 3 },
        { head: 'At most', cell: ({ high }) => percent(high), align: 'right' },
        { head: 'At most', cell: ({ highUsd }) => usd(highUsd), align: 'right' },
        { head: 'New collateral', cell: ({ roomUsd }) => usd(roomUsd), align: 'right', leaves: 4 },
        { head: 'Free', cell: ({ freeUsd }) => usd(freeUsd), align: 'right', leaves: 5 },
      ],
      view,
    )
    const known = `Bounds, and no forecast. Of ${protocols} protocols ${resolvedProtocols} are resolved; what the others hold is not known.`
    return [
      paint(view, 'bold', title),
      ...(rows.length > 0 ? lines : ['No protocol that is resolved loses anything.']),
      ...(more > 0 ? [`${more} more.`] : []),
      ...wrap(known, view.columns),
    ]
  },
  asOf: ({ data }) => data.day,
})

function underneath(rows: Dependents['rows'], count: number, view: View): string[] {
  const lines = table(
    rows,
    [
      { head: 'Stands on it', cell: (row) => row.name },
      { head: 'Id', cell: (row) => row.id },
      { head: 'Its share', cell: ({ share }) => percent(share), align: 'right' },
      { head: 'Amount', cell: (row) => usd(row.usd), align: 'right', leaves: 1 },
    ],
    view,
  )
  const cut = count > rows.length ? `, of whom the first ${rows.length} are shown` : ''
  const sentence = `${count} found to stand on it${cut}. Not every protocol is resolved.`
  return [...(rows.length > 0 ? ['', ...lines] : []), ...wrap(sentence, view.columns)]
}

/** A share as on the site, in a terminal. */
function percent(share: number | null): string {
  return share === null ? UNKNOWN : sharePercent(share).replace('\u00a0', ' ')
}
