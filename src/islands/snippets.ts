import { embedSnippets } from '../site/use-it.ts'
import { element } from './dom/element.ts'

/** Puts what embeds a protocol's badge and card where the page without scripts has a link to the guide: the words are the same on every page. */
function addSnippets(): void {
  const line = document.querySelector('[data-snippets]')
  const fileName = location.pathname.split('/').filter(Boolean).at(-1)
  if (!line || !fileName) return
  const snippets = embedSnippets({
    site: location.origin,
    fileName: decodeURIComponent(fileName),
    name: document.querySelector('h1')?.textContent ?? '',
  })
  line.replaceWith(...snippets.map(({ title, code }) => folded(title, code)))
}

function folded(title: string, code: string): HTMLElement {
  return element(
    'details',
    { name: 'use' },
    element('summary', '', title),
    element('pre', { className: 'code', tabIndex: 0 }, element('code', '', code)),
  )
}

addSnippets()
