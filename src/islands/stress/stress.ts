import type { StressResult } from '../../contract/stress.ts'
import { MAX_FAILURES } from '../../contract/stress-query.ts'
import { sharePercent, usd } from '../../domain/format.ts'
import { protocolPage } from '../../site/protocol-page.ts'
import { actOnce } from '../dom/act-once.ts'
import { cell, element, name, row } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { showProblem } from '../dom/show-problem.ts'
import { answerTo } from './ask.ts'
import { type Choice, choicesOf, searchOf, sentencesOf } from './scenario.ts'

/** The form of a stress test. Its scenario is in the address, as the API takes it. */
const form = part<HTMLFormElement>(document, '#stress-form')
const list = part<HTMLElement>(form, '[data-failures]')
const template = part<HTMLElement>(list, '[data-failure]')
const another = part<HTMLButtonElement>(form, '[data-another]')
const wrong = part<HTMLElement>(form, '#stress-wrong')
const said = part<HTMLElement>(document, '#stress-said')
const failed = part<HTMLElement>(document, '#stress-problem')
const result = part<HTMLElement>(document, '#stress-result')
/** A row as the page has it, before anything was chosen. */
const blank = template.cloneNode(true) as HTMLElement
let turn = 0

function rows(): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-failure]')]
}

function fields(row: HTMLElement) {
  return {
    what: part<HTMLSelectElement>(row, 'select'),
    drop: part<HTMLInputElement>(row, 'input'),
  }
}

/** One row for each failure, and one that is empty where there is none. */
function fill(choices: readonly Choice[]): void {
  const given = choices.length === 0 ? [{ id: '', percent: '10' }] : choices
  list.replaceChildren()
  for (const choice of given) addRow(choice)
}

function addRow({ id, percent }: Choice): HTMLElement {
  const row = blank.cloneNode(true) as HTMLElement
  const number = rows().length + 1
  for (const label of row.querySelectorAll('label')) {
    const own = part<HTMLElement>(row, `#${label.htmlFor}`)
    own.id = `${label.htmlFor}-${number}`
    label.htmlFor = own.id
  }
  const { what, drop } = fields(row)
  // An address may name what the list lacks: the answer says whether anything has that id.
  if (id !== '' && ![...what.options].some(({ value }) => value === id))
    what.append(element('option', { value: id }, id))
  what.value = id
  drop.value = percent
  list.append(row)
  another.hidden = rows().length >= MAX_FAILURES
  return row
}

/** Says what is wrong with the form, and where. */
function say(text: string, at: number): void {
  wrong.textContent = text
  for (const [index, row] of rows().entries()) {
    const { what, drop } = fields(row)
    for (const field of [what, drop])
      field.setAttribute('aria-invalid', String(text !== '' && index === at))
  }
  const row = rows()[at]
  if (text !== '' && row) fields(row).drop.focus()
}

async function ask(search: string): Promise<void> {
  turn += 1
  const mine = turn
  said.textContent = search === '' ? '' : 'Computing …'
  showProblem(failed, null)
  result.hidden = true
  if (search === '') return
  const answer = await answerTo(search)
  // A newer scenario was asked for meanwhile.
  if (mine !== turn) return
  said.textContent = 'data' in answer ? sentencesOf(answer.data).join(' ') : ''
  if ('data' in answer) draw(answer.data, search)
  else showProblem(failed, answer)
}

function draw({ rows: losers, more }: StressResult, search: string): void {
  result.hidden = losers.length === 0
  part(result, 'tbody').replaceChildren(
    ...losers.map(({ id, name: called, atStake, first, low, high, highUsd }) =>
      row(
        element('a', { href: protocolPage({ id }) }, name(called)),
        cell('Known to be at stake', 'n', sharePercent(atStake)),
        cell('Held directly', 'n', sharePercent(first)),
        cell('Loses at least', 'n', sharePercent(low)),
        cell('Loses at most', 'n', sharePercent(high)),
        cell('At most', 'n', highUsd === null ? 'not known' : usd(highUsd)),
      ),
    ),
  )
  part(result, '[data-more]').textContent = more === 0 ? '' : `${more} more lose less. `
  part<HTMLAnchorElement>(result, '[data-document]').href = `/v1/stress?${search}`
}

function show(): void {
  const params = new URLSearchParams(location.search)
  const choices = choicesOf(params)
  fill(choices)
  say('', 0)
  const found = searchOf(choices)
  // What the form cannot say is asked as it is given: the answer says what is wrong with it.
  if (choices.length > 0 && 'search' in found) void ask(found.search)
  else if (params.has('fails'))
    void ask(new URLSearchParams({ fails: params.getAll('fails').join() }).toString())
  else void ask('')
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const given = rows().map((row) => {
    const { what, drop } = fields(row)
    return { id: what.value, percent: drop.value }
  })
  const found = searchOf(given)
  if ('problem' in found) return say(found.problem, found.at)
  say('', 0)
  history.pushState(null, '', `${location.pathname}?${found.search}#stress`)
  void actOnce(part(form, '.main-button'), () => ask(found.search))
})
another.addEventListener('click', () => fields(addRow({ id: '', percent: '10' })).what.focus())
addEventListener('popstate', show)
form.hidden = false
show()
