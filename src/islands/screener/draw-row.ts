import { part } from '../dom/part.ts'
import type { DimensionView, RowView } from './row-view.ts'

/** A text of the row, or an attribute: where it is, which, and what it says. */
type Slot<View> = [selector: string, attribute: string, words: (view: View) => string]

const TEXT = ''

const ROW: Slot<RowView>[] = [
  ['th a', 'href', ({ href }) => href],
  ['th a', 'title', ({ name }) => name],
  ['th bdi', TEXT, ({ name }) => name],
  ['.pick input', 'value', ({ id }) => id],
  ['.pick input', 'aria-label', ({ name }) => `Compare ${name}`],
  ['.cat a', TEXT, ({ category }) => category],
  ['.cat a', 'href', ({ categoryHref }) => categoryHref],
  ['.cat', 'title', ({ category }) => category],
  ['.reading', 'class', ({ composite }) => `reading lv-${composite.level}`],
  ['.reading b', TEXT, ({ composite }) => composite.text],
  ['.word', TEXT, ({ composite }) => composite.word],
  ['.spark polyline', 'points', ({ spark }) => spark?.points ?? ''],
  ['.spark circle', 'cx', ({ spark }) => String(spark?.x ?? 0)],
  ['.spark circle', 'cy', ({ spark }) => String(spark?.y ?? 0)],
  ['.spark circle', 'r', ({ spark }) => (spark ? '2' : '0')],
  ['.tvl', 'title', ({ tvl }) => tvl.title ?? ''],
  ['.tvl span', TEXT, ({ tvl }) => tvl.text],
  ['.tvl small', TEXT, ({ tvl }) => tvl.year],
  ['.rk span', TEXT, ({ rank }) => rank.text],
  ['.rk span', 'aria-label', ({ rank }) => rank.words],
  ['.cover', 'aria-label', ({ cover }) => cover.words],
  ['.cover .full', 'd', ({ cover }) => cover.path],
]

const DIMENSION: Slot<DimensionView>[] = [
  [':scope', 'class', ({ kind, level }) => `d ${kind} lv-${level}`],
  ['b', TEXT, ({ text }) => text],
  ['b', 'aria-label', ({ label }) => label],
  ['rect', 'width', ({ length }) => `${length * 10}%`],
]

/**
 * Fills a row that was copied from the template in `ScreenerRow.astro`. Touches only what differs, because every changed
 * element is styled and laid out again.
 */
export function drawRow(row: Element, view: RowView, isTicked: boolean): void {
  fill(row, ROW, view)
  part<HTMLInputElement>(row, '.pick input').checked = isTicked
  row.querySelectorAll('.d').forEach((cell, at) => {
    const dimension = view.dimensions[at]
    if (dimension) fill(cell, DIMENSION, dimension)
  })
}

const elementsOf = new WeakMap<Element, Element[]>()

function fill<View>(within: Element, slots: readonly Slot<View>[], view: View): void {
  const elements =
    elementsOf.get(within) ??
    slots.map(([selector]) => (selector === ':scope' ? within : part(within, selector)))
  elementsOf.set(within, elements)
  slots.forEach(([, attribute, words], at) => {
    const element = elements[at]
    if (element) write(element, attribute, words(view))
  })
}

/** Writes the text of an element, or one of its attributes, if it differs. A link to nowhere is none. */
function write(element: Element, attribute: string, text: string): void {
  if (attribute === TEXT) {
    if (element.textContent !== text) element.textContent = text
  } else if (attribute === 'href' && text === '') element.removeAttribute(attribute)
  else if (element.getAttribute(attribute) !== text) element.setAttribute(attribute, text)
}
