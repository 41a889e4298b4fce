import { part } from '../dom/part.ts'
import type { RowView } from './row-view.ts'

interface Parts {
  link: Element
  name: Element
  tick: HTMLInputElement
  category: Element
  reading: Element
  score: Element
  word: Element
  dimensions: { cell: Element; text: Element; bar: Element }[]
  line: Element
  dot: Element
  tvl: Element
  rank: Element
  coverBox: Element
  cover: Element
}

const partsOfRow = new WeakMap<Element, Parts>()

/**
 * Fills a row that was copied from the template in `ScreenerRow.astro`. Touches only what differs, because every changed
 * element is styled and laid out again.
 */
export function drawRow(row: Element, view: RowView, isTicked: boolean): void {
  const parts = partsOfRow.get(row) ?? findParts(row)
  const { composite, dimensions, spark, rank, cover } = view
  write(parts.link, view.href, 'href')
  write(parts.link, view.name, 'title')
  write(parts.name, view.name)
  write(parts.tick, view.id, 'value')
  parts.tick.checked = isTicked
  write(parts.tick, `Compare ${view.name}`, 'aria-label')
  write(parts.category, view.category)
  write(parts.category, view.category, 'title')
  write(parts.reading, `reading lv-${composite.level}`, 'class')
  write(parts.score, composite.text)
  write(parts.word, composite.word)
  parts.dimensions.forEach(({ cell, text, bar }, at) => {
    const dimension = dimensions[at]
    if (!dimension) return
    write(cell, `d ${dimension.kind} lv-${dimension.level}`, 'class')
    write(text, dimension.text)
    write(text, dimension.label, 'aria-label')
    write(bar, `${dimension.length * 10}%`, 'width')
  })
  write(parts.line, spark?.points ?? '', 'points')
  write(parts.dot, String(spark?.x ?? 0), 'cx')
  write(parts.dot, String(spark?.y ?? 0), 'cy')
  write(parts.dot, spark ? '2' : '0', 'r')
  write(parts.tvl, view.tvl)
  write(parts.rank, rank.text)
  write(parts.rank, rank.words, 'aria-label')
  write(parts.coverBox, cover.words, 'aria-label')
  write(parts.cover, cover.path, 'd')
}

/** Writes the text of an element, or one of its attributes, if it differs. */
function write(element: Element, text: string, attribute?: string): void {
  if (attribute === undefined) {
    if (element.textContent !== text) element.textContent = text
  } else if (element.getAttribute(attribute) !== text) element.setAttribute(attribute, text)
}

function findParts(row: Element): Parts {
  const parts: Parts = {
    link: part(row, 'th a'),
    name: part(row, 'th bdi'),
    tick: part(row, '.pick input'),
    category: part(row, '.cat'),
    reading: part(row, '.reading'),
    score: part(row, '.reading b'),
    word: part(row, '.word'),
    dimensions: [...row.querySelectorAll('.d')].map((cell) => ({
      cell,
      text: part(cell, 'b'),
      bar: part(cell, 'rect'),
    })),
    line: part(row, '.spark polyline'),
    dot: part(row, '.spark circle'),
    tvl: part(row, '.tvl'),
    rank: part(row, '.rk span'),
    coverBox: part(row, '.cover'),
    cover: part(row, '.cover .full'),
  }
  partsOfRow.set(row, parts)
  return parts
}
