import type { FoundProtocol } from '../contract/search-file.ts'
import { plainText } from '../contract/search-text.ts'
import { CLOSED, type ListState, pressKey, withOptions } from './combobox.ts'
import { element, name } from './dom/element.ts'
import { type Find, openPageSearch } from './search-index.ts'
import { detailElement, drawReading, pageOf } from './search-row.ts'
import { areGuesses, countText, onlyExact } from './search-words.ts'

const MAX_OPTIONS = 8

/** A screen reader hears the count once the typing rests. */
const SAY_AFTER_MS = 400

const FAILED = 'The search could not be loaded. Enter opens the search page.'

/** A text field that becomes a combobox with the list of what it finds (WAI-ARIA 1.2). */
export class SearchField {
  readonly #input: HTMLInputElement
  readonly #choose: ((found: FoundProtocol) => void) | null
  readonly #list = element('div', { role: 'listbox', ariaLabel: 'Protocols' })
  readonly #guess = element('p', { hidden: true }, 'Did you mean')
  readonly #popup = element('div', { className: 'found', hidden: true }, this.#guess, this.#list)
  readonly #status = element('p', { className: 'sr', role: 'status' })
  #hits: ReturnType<Find> = []
  #state: ListState = CLOSED
  #find: Find | null = null
  #saying: ReturnType<typeof setTimeout> | undefined

  /** The list is put at the end of `place`. `choose` takes the protocol that is chosen; without it, its page is opened. */
  constructor(
    input: HTMLInputElement,
    place: HTMLElement,
    choose: ((found: FoundProtocol) => void) | null = null,
  ) {
    this.#input = input
    this.#choose = choose
    this.#list.id = `${input.id}-list`
    Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
    input.setAttribute('aria-controls', this.#list.id)
    input.setAttribute('autocorrect', 'off')
    input.autocapitalize = 'off'
    place.append(this.#popup, this.#status)
    input.addEventListener('focus', () => this.#load())
    input.addEventListener('input', () => this.#search())
    input.addEventListener('blur', () => this.#show(CLOSED))
    input.addEventListener('keydown', (event) => this.#press(event))
    // The field keeps the focus, so that it does not close the list before the click.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault())
    this.#list.addEventListener('click', ({ target, ctrlKey, metaKey }) => {
      const option = target instanceof Element ? target.closest('[role=option]') : null
      this.#go(option, ctrlKey || metaKey)
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
    this.#hits = this.#find(query, MAX_OPTIONS)
    this.#list.replaceChildren(...this.#hits.map((hit, place) => this.#option(hit, place)))
    this.#guess.hidden = !areGuesses(this.#hits)
    this.#show(withOptions(this.#hits.length))
    this.#say(plainText(query) === '' ? '' : countText(this.#hits, MAX_OPTIONS))
  }

  #option(hit: ReturnType<Find>[number], place: number): HTMLElement {
    return element(
      'div',
      { id: `${this.#list.id}-${place}`, role: 'option', ariaSelected: 'false' },
      element('span', '', name(hit.entry.name), ' ', detailElement(hit)),
      ' ',
      drawReading(hit.entry),
    )
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return
    const { state, handled, choose } = pressKey(this.#state, event.key, onlyExact(this.#hits))
    if (handled) event.preventDefault()
    this.#show(state)
    if (choose !== null) this.#go(this.#list.children[choose] ?? null, false)
  }

  #go(option: Element | null, inNewTab: boolean): void {
    const found = option && this.#hits[[...this.#list.children].indexOf(option)]?.entry
    if (!found) return
    if (this.#choose) {
      this.#show(CLOSED)
      this.#choose(found)
    } else if (inNewTab) window.open(pageOf(found), '_blank', 'noopener')
    else window.location.assign(pageOf(found))
  }

  #show(state: ListState): void {
    this.#state = state
    this.#popup.hidden = !state.open
    this.#input.ariaExpanded = String(state.open)
    this.#input.removeAttribute('aria-activedescendant')
    for (const [place, option] of [...this.#list.children].entries()) {
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
      this.#status.textContent = text
    }, SAY_AFTER_MS)
  }
}
