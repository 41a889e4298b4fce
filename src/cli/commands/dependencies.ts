import { PlimsollError } from '../../client/errors.ts'
import type { Dependencies, StressResult } from '../../client/index.ts'
import { action, type CommandAction } from '../action.ts'
import { UNKNOWN, usd } from '../text/figures.ts'
import { table } from '../text/table.ts'
import { paint } from '../text/terminal.ts'
import { wrap } from '../text/width.ts'

const KINDS = {
  holds: 'holds',
  'backed-by': 'backs its loans',
  own: 'own token',
  'runs-on': 'runs on',
  unknown: 'not resolved',
}

const depends: CommandAction<Dependencies> = {
  ask: async (client, { operands: [id = ''] }) => ({
    data: await client.protocols.dependencies(id),
  }),
  render: ({ data }, view) => {
    const { id, name, edges, resolved, worst, dependents, dependentCount } = data
    const title = `${paint(view, 'bold', name)} (${id})`
    if (edges.length === 0 && dependentCount === 0) return [title, 'It is not known what it holds.']
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
    const under = table(
      dependents,
      [
        { head: 'Stands on it', cell: (row) => row.name },
        { head: 'Id', cell: (row) => row.id },
        { head: 'Its share', cell: ({ share }) => percent(share), align: 'right' },
        { head: 'Amount', cell: (row) => usd(row.usd), align: 'right', leaves: 1 },
      ],
      view,
    )
    const bound = worst
      ? `If ${worst.to.name} lost ${percent(worst.drop)} of its value, it would lose at most ${percent(worst.high)}. A bound, and no forecast.`
      : 'No named failure of one issuer costs it anything.'
    return [
      title,
      ...(edges.length > 0 ? [...on, `The issuer of ${percent(resolved.issuer)} is known.`] : []),
      ...(edges.length > 0 ? wrap(bound, view.columns) : []),
      ...(dependents.length > 0 ? ['', ...under] : []),
      ...wrap(
        `${dependentCount} found to stand on it. Not every protocol is resolved.`,
        view.columns,
      ),
    ]
  },
  asOf: ({ data }) => data.day,
}

const stress: CommandAction<StressResult> = {
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
}

export const dependsAction = action(depends)
export const stressAction = action(stress)

function failuresOf(operands: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    operands.map((text) => {
      const at = text.lastIndexOf(':')
      const drop = Number(text.slice(at + 1))
      if (at < 1 || text.slice(at + 1).trim() === '' || !(drop >= 0 && drop <= 1)) {
        const message = `${text} must be an id and the share of its value that it loses, such as lido:0.06.`
        throw new PlimsollError('INVALID_ARGUMENT', message)
      }
      return [text.slice(0, at), drop]
    }),
  )
}

function percent(share: number | null): string {
  if (share === null) return UNKNOWN
  const value = share * 100
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`
}
