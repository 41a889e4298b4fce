import { embedSnippets, snippetsOf } from '../site/use-it.ts'
import { element } from './dom/element.ts'

/**
 * Puts the request of a protocol's page in two languages, and what embeds its badge, where the page without scripts has a link to
 * the guide: the words are the same on every page but for the address.
 */
function addSnippets(): void {
  const line = document.querySelector('[data-snippets]')
  const link = document.querySelector<HTMLAnchorElement>('.onward a')
  const fileName = location.pathname.split('/').filter(Boolean).at(-1)
  if (!line || !link || !fileName) return
  line.replaceWith(
    ...[
      ...snippetsOf({ address: link.href, printed: printedScore() }),
      ...embedSnippets({
        site: location.origin,
        fileName: decodeURIComponent(fileName),
        name: document.querySelector('h1')?.textContent ?? '',
      }),
    ].map(({ title, code }) => folded(title, code)),
  )
}

/** What the examples print: the score and the id of its level, as the verdict of the page has them. */
function printedScore(): string {
  const [, score, level] =
    document.querySelector('.verdict .figure')?.textContent.match(/^\s*([\d.]+)\s+(.+?)\s*$/) ?? []
  return score && level ? `${score} ${level.toLowerCase().replace(' ', '-')}` : 'null null'
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
