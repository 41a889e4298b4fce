import { ENDPOINT_GROUPS } from '../../contract/endpoint-groups.ts'
import { count, counted } from '../../domain/format.ts'
import { day } from '../../site/figures.ts'
import { cell, drawing, element, rowHead } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import type { AccountView, GroupCounts } from './account-view.ts'
import { addSection, panel } from './signed-in.ts'
import { HEIGHT, type UsagePicture, usagePicture } from './usage-picture.ts'
import { formatMonth, GROUP_NAMES, totalOf } from './words.ts'

const figure = part<HTMLElement>(panel, '[data-usage-figure]')
const table = part<HTMLElement>(panel, '[data-days]')

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** Draws the month: its total against the quota, the picture by day, and the table under it. */
function draw({ usage, days }: AccountView): void {
  const { period_start: start, total_requests: total, breakdown } = usage
  const isEmpty = days.length === 0
  figure.hidden = isEmpty
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
  drawPicture(
    usagePicture(start.slice(0, 7), days),
    `Requests by day in ${title}: ${count(total)} in all. The table below has the figures.`,
  )
  part(panel, '[data-groups]').replaceChildren(...groupKeys(breakdown, refused))
  part(table, 'tbody').replaceChildren(
    ...days.map((each) => {
      const head = each.day === null ? 'Before days were counted' : day(each.day)
      return dayRow(head, each.counts, each.refused)
    }),
  )
  part(table, 'tfoot').replaceChildren(dayRow('The month', breakdown, refused))
}

function drawPicture(picture: UsagePicture, title: string): void {
  const svg = part(figure, '[data-usage-picture]')
  svg.setAttribute('height', String(HEIGHT.total))
  svg.setAttribute('aria-label', title)
  const figures = picture.figures.flatMap(({ y, value }) => [
    drawing('line', { class: value === 0 ? 'foot' : 'rung', x1: 0, x2: '100%', y1: y, y2: y }),
    drawing('text', { class: 'axis', x: -8, y: y + 4, 'text-anchor': 'end' }, count(value)),
  ])
  const bars = picture.bars.flatMap(({ x, width, parts }) =>
    parts.map(({ group, y, height }) => {
      const fill = group === 'wallet' ? { fill: 'url(#usage-hatch)' } : {}
      const place = { x: `${x}%`, width: `${width}%`, y, height }
      return drawing('rect', { class: `group-${group}`, ...fill, ...place })
    }),
  )
  const refusals = picture.refusals.map((x) => middle('refusal', x, HEIGHT.refusals, '×'))
  const dates = picture.dates.map(({ x, text }) => middle('axis', x, HEIGHT.dates, text))
  svg.replaceChildren(hatching(), ...figures, ...bars, ...refusals, ...dates)
}

function middle(className: string, x: number, y: number, text: string): SVGElement {
  return drawing('text', { class: className, x: `${x}%`, y, 'text-anchor': 'middle' }, text)
}

/** The fill of wallet scans. */
function hatching(): SVGElement {
  return drawing(
    'pattern',
    { id: 'usage-hatch', width: 5, height: 5, patternUnits: 'userSpaceOnUse' },
    drawing('path', { class: 'hatch', d: 'M-1 6L6 -1M4 6L6 4M-1 1L1 -1' }),
  )
}

/** What the fills mean, with the requests of each group in the month. */
function groupKeys(groups: GroupCounts, refused: number): HTMLElement[] {
  const keys = ENDPOINT_GROUPS.map((group) => {
    const swatch = element('i', `swatch group-${group}`)
    return element('span', '', swatch, `${GROUP_NAMES[group]} ${count(groups[group])}`)
  })
  const sign = element('i', 'swatch refusal', '×')
  return refused === 0 ? keys : [...keys, element('span', '', sign, 'Days with refusals')]
}

function dayRow(head: string, counts: GroupCounts, refused: number): HTMLElement {
  return element(
    'tr',
    '',
    rowHead(head),
    ...ENDPOINT_GROUPS.map((group) => cell(GROUP_NAMES[group], 'n', count(counts[group]))),
    cell('Together', 'n', count(totalOf(counts))),
    cell('Refused', 'n', count(refused)),
  )
}

addSection(draw)
