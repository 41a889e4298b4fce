import { part } from './draw-row.ts'
import { type VisibleRows, visibleRows } from './visible-rows.ts'

export interface VirtualTable {
  /** Shows these rows from the top. */
  show(rows: Uint32Array): void
}

type Draw = (element: HTMLTableRowElement, row: number) => void

/** Rows that one press of a key moves over; null: to the first or last. */
const KEY_STEPS: Record<string, number | 'first' | 'last'> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -15,
  PageDown: 15,
  Home: 'first',
  End: 'last',
}

/**
 * Keeps only the rows in sight in the table, and the scroll bar as long as all of them. `region` scrolls, or the window where the
 * style lets the region grow. Every row has the height of the first one. An element keeps its row while it is in sight, so focus
 * stays; when a row with focus leaves, the region takes it.
 */
export function createVirtualTable(region: HTMLElement, draw: Draw): VirtualTable {
  const tall = part<HTMLElement>(region, '.tall')
  const table = part<HTMLTableElement>(tall, 'table')
  const body = part<HTMLTableSectionElement>(table, 'tbody')
  const head = part<HTMLElement>(table, 'thead')
  const template = part<HTMLTemplateElement>(region.ownerDocument, '#row-template')
  const drawn = new Map<number, HTMLTableRowElement>()
  const spare: HTMLTableRowElement[] = []
  let rows = new Uint32Array()
  let rowHeight = 34
  let frame = 0

  function measure(): void {
    const [first] = body.rows
    const height = first?.getBoundingClientRect().height ?? 0
    if (height > 0) rowHeight = height
    const headHeight = head.getBoundingClientRect().height
    tall.style.blockSize = `${headHeight + rows.length * rowHeight}px`
  }

  function inSight(): VisibleRows {
    const box = region.getBoundingClientRect()
    const start = tall.getBoundingClientRect().top + head.getBoundingClientRect().height
    const top = Math.max(0, box.top) - start
    const bottom = Math.min(window.innerHeight, box.bottom) - start
    return visibleRows(top, bottom, { rowHeight, count: rows.length })
  }

  function render({ first, end } = inSight()): void {
    const focused = region.ownerDocument.activeElement
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
    table.style.marginBlockStart = `${first * rowHeight}px`
    if (lostFocus) region.focus({ preventScroll: true })
  }

  function place(at: number, next: HTMLTableRowElement | null): HTMLTableRowElement {
    const element = spare.pop() ?? part<HTMLTableRowElement>(template.content, 'tr').cloneNode(true)
    if (!(element instanceof HTMLTableRowElement)) throw new Error('The template holds no row.')
    element.setAttribute('aria-rowindex', String(at + 2))
    draw(element, rows[at] ?? 0)
    body.insertBefore(element, next)
    drawn.set(at, element)
    return element
  }

  function onScroll(): void {
    if (frame === 0) {
      frame = requestAnimationFrame(() => {
        frame = 0
        render()
      })
    }
  }

  /** Moves focus to the same control of another row. */
  function onKey(event: KeyboardEvent): void {
    const step = KEY_STEPS[event.key]
    const from = event.target instanceof Element ? event.target.closest('tr') : null
    if (step === undefined || !from || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const at = Number(from.getAttribute('aria-rowindex')) - 2
    const last = rows.length - 1
    const to = step === 'first' ? 0 : step === 'last' ? last : at + step
    const isTick = event.target instanceof HTMLInputElement
    reveal(Math.min(Math.max(0, to), last), isTick ? 'input' : 'a')
  }

  function reveal(at: number, control: string): void {
    const top = at * rowHeight
    render(visibleRows(top, top, { rowHeight, count: rows.length }))
    const element = drawn.get(at)
    element?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
  }

  // A region that scrolls must be reachable by keyboard.
  region.tabIndex = 0
  region.addEventListener('scroll', onScroll, { passive: true })
  window.addEventListener('scroll', onScroll, { passive: true })
  body.addEventListener('keydown', onKey)
  new ResizeObserver(() => {
    measure()
    render()
  }).observe(region)

  return {
    show(shown) {
      rows = new Uint32Array(shown)
      body.replaceChildren()
      spare.push(...drawn.values())
      drawn.clear()
      table.setAttribute('aria-rowcount', String(rows.length + 1))
      region.scrollTop = 0
      render(visibleRows(0, 0, { rowHeight, count: rows.length }))
      measure()
      render()
    },
  }
}
