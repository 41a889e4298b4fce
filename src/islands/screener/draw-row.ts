import type { RowView } from './row-view.ts'

/** Fills a row that was copied from the template in `ScreenerRow.astro`. Returns it. */
export function drawRow(row: HTMLTableRowElement, view: RowView): HTMLTableRowElement {
  const { composite, dimensions, spark } = view
  const link = part(row, 'th a')
  link.setAttribute('href', view.href)
  link.setAttribute('title', view.name)
  write(row, 'th bdi', view.name)
  part(row, '.pick input').setAttribute('value', view.id)
  write(row, '.pick .sr', `Compare ${view.name}`)
  write(row, '.cat', view.category).setAttribute('title', view.category)
  part(row, '.reading').setAttribute('class', `reading lv-${composite.level}`)
  const mark = composite.level ? `#mark-${composite.level}` : '#mark-insufficient'
  part(row, '.glyph use').setAttribute('href', mark)
  write(row, '.reading b', composite.text)
  write(row, '.word', composite.word)
  row.querySelectorAll('.d').forEach((cell, at) => {
    const dimension = dimensions[at]
    if (!dimension) return
    cell.setAttribute('class', `d ${dimension.kind} lv-${dimension.level}`)
    write(cell, 'b', dimension.text)
    write(cell, '.sr', dimension.word)
    part(cell, 'rect').setAttribute('width', `${dimension.length * 10}%`)
  })
  part(row, '.spark polyline').setAttribute('points', spark?.points ?? '')
  const dot = part(row, '.spark circle')
  dot.setAttribute('cx', String(spark?.x ?? 0))
  dot.setAttribute('cy', String(spark?.y ?? 0))
  dot.setAttribute('r', spark ? '2' : '0')
  write(row, '.tvl', view.tvl)
  write(row, '.rk [aria-hidden]', view.rank.text)
  write(row, '.rk .sr', view.rank.words)
  write(row, '.cv .sr', view.cover.words)
  part(row, '.cover .full').setAttribute('d', view.cover.path)
  return row
}

function write(within: Element, selector: string, text: string): Element {
  const element = part(within, selector)
  element.textContent = text
  return element
}

/** The element that the page always has there. */
export function part<T extends Element = Element>(within: ParentNode, selector: string): T {
  const element = within.querySelector<T>(selector)
  if (!element) throw new Error(`The page has no ${selector}.`)
  return element
}
