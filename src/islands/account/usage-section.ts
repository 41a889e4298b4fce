import { ENDPOINT_GROUPS, type EndpointGroup } from '../../contract/endpoint-groups.ts'
import { capitalised, count, counted } from '../../domain/format.ts'
import { day } from '../../site/figures.ts'
import { cell, drawing, element, row } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import type { AccountView, GroupCounts } from './account-view.ts'
import { addSection, panel } from './signed-in.ts'
import { formatMonth, totalOf } from './words.ts'

const groups = part<HTMLElement>(panel, '[data-groups]')
const table = part<HTMLElement>(panel, '[data-days]')

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** Draws the month: its total against the quota, and the table by day, with a bar for each. */
function draw({ usage, days }: AccountView): void {
  const { period_start: start, total_requests: total, breakdown } = usage
  const isEmpty = days.length === 0
  groups.hidden = isEmpty
  table.hidden = isEmpty
  part<HTMLElement>(panel, '[data-days-note]').hidden = isEmpty
  const refused = days.reduce((sum, each) => sum + each.refused, 0)
  const title = new Date(start).toLocaleDateString('en-GB', MONTH)
  part(panel, '[data-month]').replaceChildren(
    element('b', '', count(total)),
    ` ${total === 1 ? 'request' : 'requests'} in ${title}, ${counted(refused, 'refusal')}`,
  )
  part(panel, '[data-month-words]').textContent = formatMonth(usage)
  if (isEmpty) return
  groups.replaceChildren(...ENDPOINT_GROUPS.map((group) => drawKey(group, breakdown[group])))
  const most = Math.max(...days.map(({ counts }) => totalOf(counts)))
  part(table, 'tbody').replaceChildren(
    ...days.map((each) => {
      const head = each.day === null ? 'Before days were counted' : day(each.day)
      return dayRow(head, each.counts, each.refused, drawBar(each.counts, most))
    }),
  )
  part(table, 'tfoot').replaceChildren(dayRow('The month', breakdown, refused))
}

/** The requests of a day by endpoint group, as long as the day with most is wide. */
function drawBar(counts: GroupCounts, most: number): SVGElement {
  let x = 0
  const parts = ENDPOINT_GROUPS.map((group) => {
    const width = (100 * counts[group]) / Math.max(1, most)
    x += width
    return drawPart(group, { x: `${x - width}%`, width: `${width}%` })
  })
  return drawing('svg', { class: 'share', 'aria-hidden': 'true' }, ...parts)
}

function drawPart(group: EndpointGroup, place: Record<string, string>): SVGElement {
  return drawing('rect', { class: `group-${group}`, height: '100%', ...place })
}

/** What a fill means, with the requests of its group in the month. */
function drawKey(group: EndpointGroup, requests: number): HTMLElement {
  const fill = drawPart(group, { width: '100%' })
  const sign = drawing('svg', { class: 'swatch', 'aria-hidden': 'true' }, fill)
  return element('span', '', sign, `${capitalised(group)} ${count(requests)}`)
}

function dayRow(
  head: string,
  counts: GroupCounts,
  refused: number,
  ...bar: SVGElement[]
): HTMLElement {
  return row(
    head,
    cell('', 'wide', ...bar),
    ...ENDPOINT_GROUPS.map((group) => cell(capitalised(group), 'n', count(counts[group]))),
    cell('Together', 'n', count(totalOf(counts))),
    cell('Refused', 'n', count(refused)),
  )
}

addSection(draw)
