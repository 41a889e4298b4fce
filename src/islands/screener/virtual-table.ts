import { count } from '../../domain/format.ts'
import { part } from '../dom/part.ts'
import {
  FIRST_ROWS,
  MORE_ROWS,
  rowAfterKey,
  type VisibleRows,
  visibleRows,
} from './visible-rows.ts'

/*
 * Keeps only the rows in sight in the table, and the scroll bar as long as all of them. `region` scrolls, or the window where the
 * style lets the region grow; there a button adds rows, so that the rest of the page stays within reach. Every row has the height of the first one. An element keeps its row while it is in sight, so focus
 * stays; when a row with focus leaves, the region takes it. Positions are read before anything is written, so that a change is
 * laid out once.
 */
const region = part<HTMLElement>(document, '#rows')
const tall = part<HTMLElement>(region, '.tall')
const table = part<HTMLTableElement>(tall, 'table')
const body = part<HTMLTableSectionElement>(table, 'tbody')
const template = part<HTMLTemplateElement>(document, '#row-template')
const drawn = new Map<number, HTMLTableRowElement>()
const spare: HTMLTableRowElement[] = [...body.rows]
let draw: (element: HTMLTableRowElement, row: number) => void = () => undefined
const more = part<HTMLButtonElement>(document, '#more')
/** Where the rows do not scroll by themselves. */
const phone = matchMedia('(max-width: 40rem)')
let all = new Uint32Array()
let rows = all
let limit = FIRST_ROWS
let size = { row: 34, head: 34, width: 0 }
let frame = 0

/** Makes the table that the page came with one that `draw` fills. */
export function startTable(fillRow: typeof draw): void {
  draw = fillRow
  // A region that scrolls must be reachable by keyboard.
  region.tabIndex = 0
  region.addEventListener('scroll', onScroll, { passive: true })
  window.addEventListener('scroll', onScroll, { passive: true })
  region.addEventListener('picture', onPicture)
  body.addEventListener('keydown', onKey)
  more.addEventListener('click', onMore)
  window.addEventListener('beforeprint', onPrint)
  window.addEventListener('afterprint', () => setRowLimit(limit))
  measure()
  for (const element of spare) element.remove()
  new ResizeObserver(onResize).observe(region)
}

/** Shows these rows from the top. */
export function showRows(shown: Uint32Array): void {
  const boxTop = region.getBoundingClientRect().top
  const isRegionScrolled = region.scrollTop > 0
  all = new Uint32Array(shown)
  cut()
  const top = Math.max(0, -boxTop - size.head)
  const range = rangeOf(top, top + window.innerHeight - Math.max(0, boxTop))
  for (const [at, element] of drawn) if (at < rows.length) fill(element, at)
  table.setAttribute('aria-rowcount', String(all.length + 1))
  setHeight()
  render(range)
  if (isRegionScrolled) region.scrollTop = 0
}

/** Rows that a phone shows at most. */
export function rowLimit(): number {
  return limit
}

export function setRowLimit(rowCount: number): void {
  limit = rowCount > FIRST_ROWS ? rowCount : FIRST_ROWS
  cut()
  setHeight()
  render(inSight())
}

/** Takes of all rows those that the screen shows, and offers the others. */
function cut(): void {
  rows = phone.matches ? all.subarray(0, limit) : all
  const left = all.length - rows.length
  more.hidden = left === 0
  more.textContent = `Show ${count(Math.min(left, MORE_ROWS))} more of ${count(left)}`
}

function onMore(): void {
  const first = rows.length
  setRowLimit(limit + MORE_ROWS)
  drawn.get(first)?.querySelector('a')?.focus({ preventScroll: true })
}

function measure(): void {
  const row = body.rows[0]?.getBoundingClientRect().height || size.row
  const { height: head } = part(table, 'thead').getBoundingClientRect()
  size = { row, head, width: region.clientWidth }
}

/** The rows in sight, from the layout as it is. */
function inSight(): VisibleRows {
  const box = region.getBoundingClientRect()
  const start = tall.getBoundingClientRect().top + size.head
  const top = Math.max(0, box.top) - start
  return rangeOf(top, Math.min(window.innerHeight, box.bottom) - start)
}

function rangeOf(top: number, bottom: number): VisibleRows {
  return visibleRows(top, bottom, { rowHeight: size.row, count: rows.length })
}

function render({ first, end }: VisibleRows): void {
  const focused = document.activeElement
  let lostFocus = false
  for (const [at, element] of drawn) {
    if (at >= first && at < end) continue
    if (element.contains(focused)) lostFocus = true
    element.remove()
    drawn.delete(at)
    spare.push(element)
  }
  let next: HTMLTableRowElement | null = null
  for (let at = end - 1; at >= first; at -= 1) {
    const element: HTMLTableRowElement = drawn.get(at) ?? place(at, next)
    next = element
  }
  table.style.marginBlockStart = `${first * size.row}px`
  if (lostFocus) region.focus({ preventScroll: true })
}

function place(at: number, next: HTMLTableRowElement | null): HTMLTableRowElement {
  const element =
    spare.pop() ?? (part(template.content, 'tr').cloneNode(true) as HTMLTableRowElement)
  fill(element, at)
  body.insertBefore(element, next)
  drawn.set(at, element)
  return element
}

function fill(element: HTMLTableRowElement, at: number): void {
  element.setAttribute('aria-rowindex', String(at + 2))
  draw(element, rows[at] ?? 0)
}

function onScroll(): void {
  if (frame !== 0) return
  frame = requestAnimationFrame(() => {
    frame = 0
    render(inSight())
  })
}

/** A picture has the first rows, wherever the page is; before the next frame those in sight are back. */
function onPicture(event: Event): void {
  if (!(event instanceof CustomEvent)) return
  render(rangeOf(0, event.detail * size.row))
  onScroll()
}

/** Paper has every row, as high as its own type makes it. */
function onPrint(): void {
  rows = all
  more.hidden = true
  tall.style.blockSize = ''
  render({ first: 0, end: rows.length })
}

/** Moves focus to the same control of another row. */
function onKey(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const from = target?.closest('tr')
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return
  const at = Number(from.getAttribute('aria-rowindex')) - 2
  const to = rowAfterKey(event.key, at, rows.length)
  if (to === null) return
  event.preventDefault()
  const top = to * size.row
  render(rangeOf(top, top))
  const control = ['input', '.cat a'].find((each) => target?.matches(each)) ?? 'a'
  drawn.get(to)?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true })
  drawn.get(to)?.scrollIntoView({ block: 'nearest' })
}

/** A new width may change the height of a row; a new height only what is in sight. */
function onResize(): void {
  if (region.clientWidth !== size.width) {
    measure()
    cut()
  }
  setHeight()
  render(inSight())
}

function setHeight(): void {
  tall.style.blockSize = `${size.head + rows.length * size.row}px`
}
