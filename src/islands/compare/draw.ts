import { button, drawing, element, name as isolated, rowHead } from '../dom/element.ts'
import type { Cell, ComparisonRow } from './comparison.ts'

/** The cells of the table, ready to be put into the page. */
export function drawRows(rows: readonly ComparisonRow[]): HTMLTableRowElement[] {
  return rows.map(({ label, cells }) => element('tr', '', rowHead(label), ...cells.map(drawCell)))
}

function drawCell({ text, score, isLowest = false }: Cell): HTMLTableCellElement {
  const cell = element('td', '', isolated(text))
  if (isLowest) cell.append(element('small', '', ' lowest'))
  if (score) {
    cell.className = `lv-${score.level}`
    const bar = drawing('svg', { class: 'gauge', 'aria-hidden': 'true' })
    bar.append(drawing('rect', { width: `${score.points * 10}%`, height: '6', y: '4' }))
    cell.append(bar)
  }
  return cell
}

/** The head of a column: the name as a link to the protocol's page, and a button that takes it out. */
export function drawHead(name: string, href: string | null, onRemove: () => void): HTMLElement {
  const title =
    href === null ? element('span', '', isolated(name)) : element('a', { href }, isolated(name))
  const remove = button('Remove', onRemove, { className: 'remove' })
  remove.append(element('span', 'sr', ` ${name}`))
  return element('th', { scope: 'col' }, title, remove)
}
