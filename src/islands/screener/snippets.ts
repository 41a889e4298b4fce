import { isWithoutTvl, screenerSnippets } from '../../site/snippets.ts'
import { part } from '../dom/part.ts'

/** Keeps the examples of the screener at the rows that its table shows: its command on the page has the query. */
export function followQuery(root: HTMLElement): void {
  const command = part<HTMLElement>(document, '#curl')
  const codes = [...root.querySelectorAll('pre code')]
  const note = part<HTMLElement>(root, '[data-without-tvl]')
  const show = () => {
    const search = /\?[^"]*/.exec(command.textContent ?? '')?.[0] ?? ''
    for (const [at, { code }] of screenerSnippets(location.origin, search).entries()) {
      const shown = codes[at]
      if (shown && shown.textContent !== code) shown.textContent = code
    }
    note.hidden = !isWithoutTvl(search)
  }
  new MutationObserver(show).observe(command, { childList: true, subtree: true })
  show()
}
