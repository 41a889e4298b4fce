import type { Cell, ComparisonRow } from './comparison.ts'

/** The cells of the table, ready to be put into the page. */
export function drawRows(rows: readonly ComparisonRow[]): HTMLTableRowElement[] {
  return rows.map(({ label, cells }) => {
    const row = document.createElement('tr')
    const head = document.createElement('th')
    head.scope = 'row'
    head.textContent = label
    row.append(head, ...cells.map(drawCell))
    return row
  })
}

function drawCell({ text, score, isLowest = false }: Cell): HTMLTableCellElement {
  const cell = document.createElement('td')
  const words = document.createElement('bdi')
  words.textContent = text
  cell.append(words)
  if (isLowest) {
    const small = document.createElement('small')
    small.textContent = ' lowest'
    cell.append(small)
  }
  if (score) {
    cell.className = `lv-${score.level}`
    const bar = svg('svg', { class: 'gauge', 'aria-hidden': 'true' })
    bar.append(svg('rect', { width: `${score.points * 10}%`, height: '6', y: '4' }))
    cell.append(bar)
  }
  return cell
}

function svg(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** The head of a column: the name as a link to the protocol's page, and a button that takes it out. */
export function drawHead(name: string, href: string | null, onRemove: () => void): HTMLElement {
  const head = document.createElement('th')
  head.scope = 'col'
  const words = document.createElement(href === null ? 'span' : 'a')
  if (href !== null) words.setAttribute('href', href)
  const bdi = document.createElement('bdi')
  bdi.textContent = name
  words.append(bdi)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'remove'
  button.textContent = 'Remove'
  const what = document.createElement('span')
  what.className = 'sr'
  what.textContent = ` ${name}`
  button.append(what)
  button.addEventListener('click', onRemove)
  head.append(words, button)
  return head
}
