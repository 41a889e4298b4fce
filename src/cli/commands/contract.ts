import type { Contract } from '../../client/index.ts'
import { counted, points } from '../../domain/format.ts'
import { inactiveWord } from '../../domain/status.ts'
import { action } from '../action.ts'
import { section } from '../text/section.ts'
import { paint, type View } from '../text/terminal.ts'
import { wrap } from '../text/width.ts'

export const contractAction = action<Contract>({
  ask: async (client, { operands: [chain = '', address = ''] }) => ({
    data: await client.contract(chain, address),
  }),
  render: ({ data }, view) => {
    const { chain, address, protocols, more, control, usedBy, notes, otherChains } = data
    const changes = control?.sentence ?? 'Who can change its code was not read of this contract.'
    const users = usedBy.protocols.map(({ name }) => name).join(', ')
    const rest = usedBy.count > usedBy.protocols.length ? ' and others' : ''
    return [
      paint(view, 'bold', `${address} on ${chain}`),
      ...(usedBy.name === null ? [] : [`Those who use it call it ${usedBy.name}.`]),
      ...(protocols.length > 0 ? [] : ['It belongs to no protocol that is known.']),
      ...protocols.flatMap((protocol) => owner(protocol, view)),
      ...(more > 0 ? [`${counted(more, 'more protocol')}.`] : []),
      ...section('Who can change it', [changes], view),
      ...section('Also on record', notes.map(noted), view),
      ...(usedBy.count > 0
        ? [
            '',
            ...wrap(`Used by ${counted(usedBy.count, 'protocol')}: ${users}${rest}.`, view.columns),
          ]
        : []),
      ...(otherChains.length > 0
        ? wrap(`The same address is known on: ${otherChains.join(', ')}.`, view.columns)
        : []),
    ]
  },
  asOf: ({ data }) => data.lookedAt.day,
})

function owner(protocol: Contract['protocols'][number], view: View): string[] {
  const { id, name, incidents, roles } = protocol
  const newest = incidents.newest ? `, the newest on ${incidents.newest.day}` : ''
  const said = roles.map(({ role, name: called, ...rest }) =>
    noted({ ...rest, name: called === null ? role : `${role}, ${called}` }),
  )
  const lost = `${counted(incidents.count, 'incident')} on record${newest}`
  return section(`${name} (${id})`, [riskOf(protocol), lost, ...said], view)
}

function riskOf({ listed, status, compositeScore, riskLevel }: Contract['protocols'][number]) {
  if (!listed) return 'The current snapshot does not have it.'
  const level = inactiveWord(status) ?? riskLevel
  return compositeScore === null ? 'It has no score.' : `${points(compositeScore)} of 10, ${level}`
}

function noted({ name, note, source, day }: Contract['notes'][number]): string {
  const what = [name, note].filter((each) => each !== null).join(': ')
  return `${what} (${source}${day === null ? '' : `, ${day}`})`
}
