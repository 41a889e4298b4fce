import { type OddSlugs, placePage } from '../../site/place-page.ts'
import { protocolPage } from '../../site/protocol-page.ts'
import { copyText } from '../dom/copy-text.ts'
import { button, type Child, drawing, element, name as isolated, row } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { startProtocolSearch } from '../search-field.ts'
import { openPageSearch } from '../search-index.ts'
import { type ComparedValue, comparisonOf, type NamedPlace } from './comparison.ts'
import { compareSearch, formatLeftOut, idOf, idsOf, LEAST_IDS, MAX_IDS, sharePath } from './ids.ts'
import { type Loaded, loadProtocol } from './load.ts'

const result = part<HTMLElement>(document, '#comparison')
const said = part<HTMLElement>(document, '#said')
const sideways = part<HTMLElement>(document, '#sideways')
const form = part<HTMLFormElement>(document, '#add')
const field = part<HTMLInputElement>(form, 'input')
const odd = JSON.parse(result.dataset.slugs ?? '{}') as Record<NamedPlace['kind'], OddSlugs>

/** Documents that were read already, by id. */
const known = new Map<string, Loaded>()
let shown: string[] = []
let turn = 0

async function show(ids: readonly string[]): Promise<void> {
  turn += 1
  const mine = turn
  said.textContent = ids.length === 0 ? '' : 'Loading …'
  // What the table pushes down is not seen meanwhile.
  document.body.classList.toggle('comparing', ids.length > 0 && Boolean(result.hidden))
  const loaded = await Promise.all(ids.map(load))
  // A newer choice was made meanwhile.
  if (mine !== turn) return
  draw(loaded)
  document.body.classList.remove('comparing')
}

async function load(id: string): Promise<Loaded> {
  const loaded = known.get(id) ?? (await loadProtocol(id))
  if ('detail' in loaded) known.set(id, loaded).set(loaded.id, loaded)
  return loaded
}

function draw(loaded: readonly Loaded[]): void {
  const found = loaded.flatMap((each) => ('detail' in each ? each.detail : []))
  const problems = loaded.flatMap((each) => ('problem' in each ? each.problem : []))
  const leftOut = formatLeftOut(new URLSearchParams(location.search))
  said.textContent = [...problems, wordsFor(found.map(({ name }) => name)), leftOut]
    .filter(Boolean)
    .join(' ')
  shown = found.map(({ id }) => id)
  form.hidden = found.length >= MAX_IDS
  result.hidden = found.length === 0
  const heads = found.map(({ id, name }) =>
    drawHead(name, protocolPage({ id }), () => {
      go(shown.filter((each) => each !== id))
      field.focus()
    }),
  )
  part(result, 'thead tr').replaceChildren(element('td', ''), ...heads)
  result.style.setProperty('--protocols', String(found.length))
  part(result, 'tbody').replaceChildren(
    ...comparisonOf(found).map(({ label, cells }) => row(label, ...cells.map(drawCell))),
  )
  showSideways()
  document.title = `${found.map(({ name }) => name).join(', ') || 'Compare protocols'} | Plimsoll`
}

/** Says so where the table is wider than its place, which then can be scrolled by keyboard. */
function showSideways(): void {
  const isWider = result.scrollWidth > result.clientWidth
  sideways.hidden = !isWider
  if (isWider || result.scrollHeight > result.clientHeight) result.tabIndex = 0
  else result.removeAttribute('tabindex')
}

function drawCell({ text, parts, score, isLowest = false }: ComparedValue): HTMLTableCellElement {
  const cell = element('td', '', ...(parts?.map(drawPart) ?? [isolated(text)]))
  if (isLowest) cell.append(element('small', '', ' lowest'))
  if (score) {
    cell.className = `lv-${score.level}`
    const bar = drawing('rect', { width: `${score.points * 10}%`, height: 6, y: 4 })
    cell.append(drawing('svg', { class: 'gauge', 'aria-hidden': 'true' }, bar))
  }
  return cell
}

function drawPart(part: string | NamedPlace): Child {
  if (typeof part === 'string') return part
  const href = placePage(part.kind, part.name, odd[part.kind])
  return href === '' ? isolated(part.name) : element('a', { href }, isolated(part.name))
}

/** The head of a column: the name as a link to the protocol's page, and a button that takes it out. */
function drawHead(name: string, href: string, onRemove: () => void): HTMLElement {
  const remove = button('Remove', onRemove, { className: 'remove' })
  remove.append(element('span', 'sr', ` ${name}`))
  return element('th', { scope: 'col' }, element('a', { href }, isolated(name)), ' ', remove)
}

function wordsFor(found: readonly string[]): string {
  if (found.length === 0) return ''
  if (found.length < LEAST_IDS) return 'Add another protocol to compare it with.'
  return `${new Intl.ListFormat('en').format(found)} side by side.`
}

/** Compares these from now on, with an entry in the history. */
function go(ids: readonly string[]): void {
  history.pushState(null, '', `${location.pathname}${compareSearch(ids)}`)
  void show(ids)
}

/** What could not be found is left out from now on. */
function add(id: string): void {
  field.value = ''
  go(idsOf(new URLSearchParams([['ids', [...shown, id].join(',')]])))
}

startProtocolSearch(field, part(form, '.find'), ({ id }) => add(id))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = field.value.trim()
  if (text === '') return
  const found = openPageSearch().catch(() => null)
  void found.then((search) => add(idOf(search?.protocols ?? null, text)))
})
const copyLink = part<HTMLButtonElement>(result, '#copy-link')
copyLink.onclick = () => copyText(copyLink, location.origin + sharePath(shown), null)
new ResizeObserver(showSideways).observe(result)
addEventListener('popstate', () => void show(idsOf(new URLSearchParams(location.search))))
void show(idsOf(new URLSearchParams(location.search)))
