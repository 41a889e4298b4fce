import type { FoundProtocol } from '../contract/search-file.ts'
import { CLOSED, type ListState, pressKey, withOptions } from './combobox.ts'
import { element } from './dom/element.ts'
import type { FoundPage } from './page-hit.ts'
import type { Results } from './search-results.ts'

/** A screen reader hears the count once the typing rests. */
const SAY_AFTER_MS = 400

const FAILED = 'The search could not be loaded. Enter opens the search page.'

type Search<T extends FoundPage> = (query: string) => Results<T>

/** A field that finds everything that has a page, and opens it. The list is put at the end of `place`. */
export function startPageSearch(input: HTMLInputElement, place: HTMLElement): void {
  new SearchField(input, place, async () => (await import('./search-results.ts')).openResults())
}

/** A field in which a protocol is chosen. */
export function startProtocolSearch(
  input: HTMLInputElement,
  place: HTMLElement,
  choose: (found: FoundProtocol) => void,
): void {
  const open = async () => (await import('./search-results.ts')).openProtocolResults()
  new SearchField(input, place, open, choose)
}

/**
 * A text field that becomes a combobox with the list of what it finds (WAI-ARIA 1.2). What finds and draws is loaded when the field is
 * used.
 */
class SearchField<T extends FoundPage> {
  readonly #input: HTMLInputElement
  readonly #open: () => Promise<Search<T>>
  readonly #choose: ((found: T) => void) | null
  readonly #list = element('div', { role: 'listbox', ariaLabel: 'Results' })
  readonly #guess = element('p', { hidden: true }, 'Did you mean')
  readonly #popup = element('div', { className: 'found', hidden: true }, this.#guess, this.#list)
  readonly #status = element('p', { className: 'sr', role: 'status' })
  #results: Results<T> | null = null
  #state: ListState = CLOSED
  #search: Search<T> | null = null
  #saying: ReturnType<typeof setTimeout> | undefined

  /** `choose` takes what is chosen; without it, its page is opened. */
  constructor(
    input: HTMLInputElement,
    place: HTMLElement,
    open: () => Promise<Search<T>>,
    choose: ((found: T) => void) | null = null,
  ) {
    this.#input = input
    this.#open = open
    this.#choose = choose
    this.#list.id = `${input.id}-list`
    Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
    input.setAttribute('aria-controls', this.#list.id)
    input.setAttribute('autocorrect', 'off')
    input.autocapitalize = 'off'
    place.append(this.#popup, this.#status)
    input.addEventListener('focus', () => this.#load())
    input.addEventListener('input', () => this.#show())
    input.addEventListener('blur', () => this.#move(CLOSED))
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
    if (this.#search) return
    this.#open()
      .then((search) => {
        this.#search = search
        if (document.activeElement === this.#input) this.#show()
      })
      .catch(() => this.#say(FAILED))
  }

  #show(): void {
    if (!this.#search) {
      this.#load()
      return
    }
    const query = this.#input.value
    const results = this.#search(query)
    this.#draw(results)
    void results.more?.then((more) => {
      if (this.#input.value === query && document.activeElement === this.#input) this.#draw(more)
    })
  }

  #draw(results: Results<T>): void {
    this.#results = results
    const { options, areGuesses, text } = results
    this.#list.replaceChildren(
      ...options.map(({ content }, place) => {
        const id = `${this.#list.id}-${place}`
        return element('div', { id, role: 'option', ariaSelected: 'false' }, ...content)
      }),
    )
    this.#guess.hidden = !areGuesses
    this.#move(withOptions(options.length))
    this.#say(text)
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return
    const only = this.#results?.only ?? null
    const { state, handled, choose } = pressKey(this.#state, event.key, only)
    if (handled) event.preventDefault()
    this.#move(state)
    if (choose !== null) this.#go(this.#list.children[choose] ?? null, false)
  }

  #go(option: Element | null, inNewTab: boolean): void {
    const chosen = option && this.#results?.options[[...this.#list.children].indexOf(option)]
    if (!chosen) return
    const { found, href } = chosen
    if (this.#choose) {
      this.#move(CLOSED)
      this.#choose(found)
    } else if (inNewTab) window.open(href, '_blank', 'noopener')
    else window.location.assign(href)
  }

  #move(state: ListState): void {
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
