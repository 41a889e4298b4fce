import { MAX_SEARCH_LENGTH, plainText } from '../contract/search-text.ts'
import type { PageHit } from './page-hit.ts'
import { openPageSearch } from './search-index.ts'
import { drawReading, hitElement } from './search-row.ts'
import { areGuesses, CONTRACTS_FAILED, countText } from './search-words.ts'

const MAX_RESULTS = 50

/** Shows the results of `/search/?q=…`. */
async function showResults(main: HTMLElement): Promise<void> {
  const input = main.querySelector('input')
  const list = main.querySelector('[data-results]')
  const status = main.querySelector('[data-results-status]')
  const guess = main.querySelector<HTMLElement>('[data-results-guess]')
  if (!input || !list || !status || !guess) return
  const asked = new URLSearchParams(window.location.search).get('q') ?? ''
  input.value = asked.slice(0, MAX_SEARCH_LENGTH)
  status.textContent = 'Loading …'
  try {
    const { all, withContracts } = await openPageSearch()
    const show = (hits: PageHit[], more = '') => {
      list.replaceChildren(...hits.map((hit) => hitElement(hit, ' ', drawReading(hit.entry))))
      guess.hidden = !areGuesses(hits)
      status.textContent = statusOf(input.value, hits) + more
    }
    const hits = all(input.value, MAX_RESULTS)
    show(hits)
    void withContracts(input.value, MAX_RESULTS)?.then(show, () =>
      show(hits, ` ${CONTRACTS_FAILED}`),
    )
    if (plainText(input.value) !== '') document.title = `${input.value}: search | Plimsoll`
  } catch {
    status.textContent = 'The list of protocols could not be loaded. Load the page again.'
  }
}

function statusOf(query: string, hits: PageHit[]): string {
  if (plainText(query) === '')
    return 'Enter a protocol, a token, a chain, a category or an address.'
  return countText(hits, MAX_RESULTS)
}

const main = document.querySelector('main')
if (main) await showResults(main)
