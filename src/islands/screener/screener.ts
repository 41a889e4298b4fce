import type { ScreenerRows } from '../../contract/screener-rows.ts'
import { count, counted } from '../../domain/format.ts'
import { copyText } from '../dom/copy-text.ts'
import { button, element } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { saveFile } from '../dom/save-file.ts'
import { createAddressWriter } from './address.ts'
import { showChips } from './chips.ts'
import { formatOrder } from './columns.ts'
import { withControl, withSort } from './controls.ts'
import { csvOf } from './csv.ts'
import { drawRow } from './draw-row.ts'
import { writeForm } from './form.ts'
import { createHeads } from './heads.ts'
import { keepScroll } from './keep-scroll.ts'
import { bestLift, filtersOf, type Lift } from './lift.ts'
import { createNameLists } from './name-lists.ts'
import { spellerOf, withoutAliases } from './names.ts'
import { createPicks } from './picks.ts'
import { showQuery } from './query-box.ts'
import { rowView } from './row-view.ts'
import { apiQueryOf, searchOf } from './search.ts'
import { createScreen } from './select.ts'
import { ignoredIn, parseState, type ScreenState, START } from './state.ts'
import { fetchTable, type Table } from './table.ts'
import { showRows, startTable } from './virtual-table.ts'

/** A screen reader hears the count when the changes pause. */
const SAY_AFTER_MS = 600

const form = part<HTMLFormElement>(document, '#filters')
const region = part<HTMLElement>(document, '#rows')
const shown = part<HTMLElement>(document, '#shown')
const order = part<HTMLElement>(document, '#order')
const said = part<HTMLElement>(document, '#said')
const code = part<HTMLElement>(document, '#curl')
const ignored = part<HTMLElement>(document, '#ignored')
const empty = part<HTMLElement>(document, '.empty')
const clear = part<HTMLButtonElement>(document, '[data-clear]')
const done = part<HTMLElement>(document, '[data-done]')
const csv = part<HTMLButtonElement>(document, '[data-csv]')
let saying = 0

function start(table: Table): void {
  const screen = createScreen(table)
  const spell = spellerOf(table.rows)
  const picks = createPicks(part(document, '#compare'))
  const address = createAddressWriter(window, () => performance.now())
  startTable((element, row) => {
    const view = rowView(table, row, tvl)
    drawRow(element, view, picks.has(view.id))
  })
  const showOrder = createHeads(region, (sort) => change(withSort(state, sort), 'sort'))
  let state = readAddress(table.rows)
  let rows = screen.select(state)
  let tvl = screen.tvlOf(state)

  /** Shows a state; `source` is the control that changed it, or null when the address is its source. */
  function change(next: ScreenState, source: string | null): void {
    state = next
    rows = screen.select(state)
    tvl = screen.tvlOf(state)
    writeForm(form, state, spell)
    showOrder(state)
    showRows(rows)
    empty.hidden = rows.length > 0
    region.hidden = rows.length === 0
    if (rows.length === 0) showEmpty(bestLift(screen, state), (lift) => change(lift.state, 'lift'))
    showQuery(code, part(document, '#curl-note'), apiQueryOf(state, spell), rows.length)
    const filters = filtersOf(state, spell)
    showChips(filters, (filter) => change(filter.state, 'lift'))
    clear.disabled = filters.length === 0
    csv.disabled = rows.length === 0
    if (source !== null) address.write(searchOf(state, spell), source)
    shown.textContent = `${count(rows.length)} of ${count(table.count)}`
    order.textContent = formatOrder(state.sort, state.direction, state.chains.map(spell))
    done.textContent = `Show ${counted(rows.length, 'protocol')}`
    sayOrder(source === null ? null : state)
  }

  listenToForm(table, (next, source) => change(next(state), source))
  region.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (!picks.toggle(target.value, target.checked)) target.checked = false
  })
  csv.addEventListener('click', () => {
    const name = `plimsoll-screener-${table.rows.asOf}.csv`
    const onChains = state.chains.length === 0 ? null : tvl
    saveFile(name, csvOf(table, rows, onChains), 'text/csv;charset=utf-8')
  })
  addEventListener('popstate', () => {
    address.cancel()
    change(readAddress(table.rows), null)
  })
  change(state, null)
  keepScroll(region, window)
  if (!ignored.hidden) {
    history.replaceState(null, '', `${location.pathname}${searchOf(state, spell)}`)
  }
}

/** The state that the address asks for. Says what in it is not a filter. */
function readAddress(rows: ScreenerRows): ScreenState {
  const params = new URLSearchParams(location.search)
  const names = ignoredIn(params)
  ignored.textContent =
    names.length === 0 ? '' : `Not a filter that can be read, so ignored: ${names.join(', ')}.`
  ignored.hidden = names.length === 0
  return withoutAliases(parseState(params), rows)
}

/** `update` takes how the state is to change, and the control that changed it. */
function listenToForm(
  table: Table,
  update: (next: (state: ScreenState) => ScreenState, source: string) => void,
): void {
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    const checked = target instanceof HTMLInputElement && target.checked
    const { name, value } = target
    if (name !== '') update((state) => withControl(state, { name, value, checked }), name)
  })
  clear.addEventListener('click', () => {
    update(({ sort, direction }) => ({ ...START, sort, direction }), 'clear')
    // The button is disabled now and would drop the focus.
    part<HTMLInputElement>(form, '[name=q]').focus()
  })
  createNameLists(form, table, (name, value) =>
    update((state) => withControl(state, { name, value, checked: true }), name),
  )
}

/** Says how many rows there are once the changes pause; nothing for a state of the address. */
function sayOrder(state: ScreenState | null): void {
  clearTimeout(saying)
  if (state === null) return
  saying = window.setTimeout(() => {
    said.textContent = `${shown.textContent} protocols, ${order.textContent}.`
  }, SAY_AFTER_MS)
}

/** Says that nothing passes the filters, and offers to lift the one that leaves out most. */
function showEmpty(lift: Lift | null, onLift: (lift: Lift) => void): void {
  const words = element('p', '', 'No protocol passes these filters.')
  const offer =
    lift && button(`Lift ${lift.what}: ${counted(lift.count, 'protocol')}`, () => onLift(lift))
  empty.replaceChildren(words, ...(offer ? [offer] : []))
}

/** Says that the page stays as it came, and takes out of use what would change it. */
function sayNoRows(): void {
  ignored.textContent =
    'The rows could not be loaded, so no filter is applied: these are the largest protocols. Reload the page to try again, or use the plain list below.'
  ignored.hidden = false
  for (const each of document.querySelectorAll('.rail fieldset, .pick input')) {
    each.toggleAttribute('disabled', true)
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.addEventListener('click', () => {
    if (button.dataset.copy === 'curl') void copyText(button, code.textContent ?? '', code)
    else void copyText(button, location.href, null)
  })
}

// Filters of the address leave fewer rows than the page begins with: what is below them appears where it then stays.
const whole = part<HTMLElement>(document, '.screen-rows')
whole.toggleAttribute('data-waiting', location.search !== '')
const table = await fetchTable()
if (table) start(table)
else sayNoRows()
// What moves and appears at once counts as moved.
requestAnimationFrame(() => requestAnimationFrame(() => whole.removeAttribute('data-waiting')))
