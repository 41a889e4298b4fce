import { ENDPOINT_GROUPS } from '../../contract/endpoint-groups.ts'
import { count, counted } from '../../domain/format.ts'
import { day } from '../../site/figures.ts'
import { cell, drawing, element, rowHead } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { type AccountView, type DayView, type GroupCounts, totalOf } from './read-account.ts'
import { HEIGHT, type UsagePicture, usagePicture } from './usage-picture.ts'
import { formatMonth, GROUP_NAMES } from './words.ts'

/** Draws the month: its total against the quota, the picture by day, and the table under it. */
export function drawUsage(root: HTMLElement, { usage, days }: AccountView): void {
  const month = part<HTMLElement>(root, '[data-month]')
  const figure = part<HTMLElement>(root, '[data-usage-figure]')
  const table = part<HTMLElement>(root, '[data-days]')
  const isKnown = usage !== null
  figure.hidden = !isKnown || days.length === 0
  table.hidden = figure.hidden
  part<HTMLElement>(root, '[data-days-note]').hidden = figure.hidden
  if (!isKnown) {
    month.textContent = 'The counts could not be read. They are not lost.'
    part(root, '[data-month-words]').textContent = ''
    return
  }
  const refused = days.reduce((sum, each) => sum + each.refused, 0)
  const title = new Date(usage.start).toLocaleDateString('en-GB', MONTH)
  month.replaceChildren(
    element('b', '', count(usage.total)),
    ` ${usage.total === 1 ? 'request' : 'requests'} in ${title}, ${counted(refused, 'refusal')}`,
  )
  part(root, '[data-month-words]').textContent = formatMonth(usage)
  if (figure.hidden) return
  const picture = usagePicture(usage.start.slice(0, 7), days)
  drawPicture(
    part<SVGElement>(root, '[data-usage-picture]'),
    picture,
    `Requests by day in ${title}: ${count(usage.total)} in all.`,
  )
  part(root, '[data-groups]').replaceChildren(...groupKeys(usage.groups, refused))
  drawDays(table, days, usage.groups, refused)
}

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const

function drawPicture(svg: SVGElement, picture: UsagePicture, title: string): void {
  svg.setAttribute('height', String(HEIGHT.total))
  svg.setAttribute('aria-label', `${title} The table below has the figures.`)
  const figures = picture.figures.flatMap(({ y, value }) => [
    drawing('line', {
      class: value === 0 ? 'foot' : 'rung',
      x1: '0',
      x2: '100%',
      y1: `${y}`,
      y2: `${y}`,
    }),
    label('axis', { x: '-8', y: `${y + 4}`, 'text-anchor': 'end' }, count(value)),
  ])
  const bars = picture.bars.flatMap(({ x, width, parts }) =>
    parts.map(({ group, y, height }) =>
      drawing('rect', {
        class: `group-${group}`,
        ...(group === 'wallet' && { fill: 'url(#usage-hatch)' }),
        x: `${x}%`,
        width: `${width}%`,
        y: `${y}`,
        height: `${height}`,
      }),
    ),
  )
  const refusals = picture.refusals.map((x) =>
    label('refusal', { x: `${x}%`, y: `${HEIGHT.refusals}`, 'text-anchor': 'middle' }, '×'),
  )
  const dates = picture.dates.map(({ x, text }) =>
    label('axis', { x: `${x}%`, y: `${HEIGHT.dates}`, 'text-anchor': 'middle' }, text),
  )
  svg.replaceChildren(hatching(), ...figures, ...bars, ...refusals, ...dates)
}

/** The fill of wallet scans. */
function hatching(): SVGElement {
  const size = { width: '5', height: '5', patternUnits: 'userSpaceOnUse' }
  const pattern = drawing('pattern', { id: 'usage-hatch', ...size })
  pattern.append(drawing('path', { class: 'hatch', d: 'M-1 6L6 -1M4 6L6 4M-1 1L1 -1' }))
  return pattern
}

function label(className: string, attributes: Record<string, string>, text: string): SVGElement {
  const made = drawing('text', { class: className, ...attributes })
  made.textContent = text
  return made
}

/** What the fills mean, with the requests of each group in the month. */
function groupKeys(groups: GroupCounts, refused: number): HTMLElement[] {
  const keys = ENDPOINT_GROUPS.map((group) => {
    const swatch = element('i', `swatch group-${group}`)
    return element('span', '', swatch, `${GROUP_NAMES[group]} ${count(groups[group])}`)
  })
  const sign = element('i', 'swatch refusal', '×')
  return refused === 0 ? keys : [...keys, element('span', '', sign, `Days with refusals`)]
}

function drawDays(
  table: HTMLElement,
  days: readonly DayView[],
  groups: GroupCounts,
  refused: number,
): void {
  part(table, 'tbody').replaceChildren(
    ...days.map((each) => {
      const head = rowHead('', each.day === null ? 'Before days were counted' : day(each.day))
      return element('tr', '', head, ...cells(each.counts, each.refused))
    }),
  )
  part(table, 'tfoot').replaceChildren(
    element('tr', '', rowHead('', 'The month'), ...cells(groups, refused)),
  )
}

function cells(counts: GroupCounts, refused: number): HTMLElement[] {
  return [
    ...ENDPOINT_GROUPS.map((group) => cell(GROUP_NAMES[group], 'n', count(counts[group]))),
    cell('Together', 'n', count(totalOf(counts))),
    cell('Refused', 'n', count(refused)),
  ]
}
