import type { FoundProtocol } from '../contract/search-file.ts'
import { plainText } from '../contract/search-text.ts'
import { CLOSED, type ListState, pressKey, withOptions } from './combobox.ts'
import { element, name } from './dom/element.ts'
import { drawScore } from './dom/score.ts'
import { type Find, openPageSearch } from './search-index.ts'
import type { SearchParts } from './search-parts.ts'
import { detailElement, pageOf } from './search-row.ts'
import { areGuesses, countText } from './search-words.ts'

const MAX_OPTIONS = 8

/** A screen reader hears the count once the typing rests. */
const SAY_AFTER_MS = 400

const FAILED = 'The search could not be loaded. Enter opens the search page.'

/** A text field that becomes a combobox with the list of what it finds (WAI-ARIA 1.2). */
export class SearchField {
  readonly #input: HTMLInputElement
  readonly #parts: SearchParts
  readonly #choose: ((found: FoundProtocol) => void) | null
  #hits: ReturnType<Find> = []
  #state: ListState = CLOSED
  #find: Find | null = null
  #saying: ReturnType<typeof setTimeout> | undefined

  /** `choose` takes the protocol that is chosen; without it, its page is opened. */
  constructor(
    input: HTMLInputElement,
    parts: SearchParts,
    choose: ((found: FoundProtocol) => void) | null = null,
  ) {
    this.#input = input
    this.#parts = parts
    this.#choose = choose
    Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
    input.setAttribute('aria-controls', parts.list.id)
  }

  listen(): void {
    const input = this.#input
    const { list } = this.#parts
    input.addEventListener('focus', () => this.#load())
    input.addEventListener('input', () => this.#search())
    input.addEventListener('blur', () => this.#show(CLOSED))
    input.addEventListener('keydown', (event) => this.#press(event))
    // The field keeps the focus, so that it does not close the list before the click.
    list.addEventListener('mousedown', (event) => event.preventDefault())
    list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest('[data-href]') : null
      this.#go(option, event.ctrlKey || event.metaKey)
    })
    if (document.activeElement === input) this.#load()
  }

  #load(): void {
    if (this.#find) return
    openPageSearch()
      .then((find) => {
        this.#find = find
        if (document.activeElement === this.#input) this.#search()
      })
      .catch(() => this.#say(FAILED))
  }

  #search(): void {
    if (!this.#find) {
      this.#load()
      return
    }
    const query = this.#input.value
    const { list, guess } = this.#parts
    const hits = this.#find(query, MAX_OPTIONS)
    this.#hits = hits
    list.replaceChildren(...hits.map((hit, place) => this.#option(hit, place)))
    guess.hidden = !areGuesses(hits)
    this.#show(withOptions(hits.length))
    this.#say(plainText(query) === '' ? '' : countText(hits, MAX_OPTIONS))
  }

  #option(hit: ReturnType<Find>[number], place: number): HTMLElement {
    const option = element(
      'div',
      { id: `${this.#parts.list.id}-${place}`, role: 'option', ariaSelected: 'false' },
      element('span', '', name(hit.entry.name), ' ', detailElement(hit)),
      ' ',
      drawScore(hit.entry.composite),
    )
    option.dataset.href = pageOf(hit.entry)
    return option
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return
    const { state, handled, choose } = pressKey(this.#state, event.key)
    if (handled) event.preventDefault()
    this.#show(state)
    if (choose !== null) this.#go(this.#parts.list.children[choose] ?? null, false)
  }

  #go(option: Element | null, inNewTab: boolean): void {
    const address = option instanceof HTMLElement ? option.dataset.href : undefined
    if (address === undefined) return
    const found = this.#hits[[...this.#parts.list.children].indexOf(option as HTMLElement)]
    if (this.#choose && found) {
      this.#show(CLOSED)
      this.#choose(found.entry)
      return
    }
    if (inNewTab) window.open(address, '_blank', 'noopener')
    else window.location.assign(address)
  }

  #show(state: ListState): void {
    this.#state = state
    const { popup, list } = this.#parts
    popup.hidden = !state.open
    this.#input.ariaExpanded = String(state.open)
    this.#input.removeAttribute('aria-activedescendant')
    for (const [place, option] of [...list.children].entries()) {
      const isActive = place === state.active
      option.ariaSelected = String(isActive)
      if (!isActive) continue
      this.#input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
  }

  #say(text: string): void {
    clearTimeout(this.#saying)
    this.#saying = setTimeout(() => {
      this.#parts.status.textContent = text
    }, SAY_AFTER_MS)
  }
}
