import { posix } from 'node:path'
import { GUIDES } from './docs-pages.ts'

/** A Markdown file of the project that is also a page: its path below the root, with the address of the page. */
const PAGES: Record<string, string> = {
  ...Object.fromEntries(GUIDES.map(({ file, href }) => [`src/content/guides/${file}.md`, href])),
  'data/README.md': '/docs/data/',
  'data/seed/SOURCES.md': '/docs/data/sample/',
  'data/sandbox/SOURCES.md': '/docs/data/sandbox/',
  'CHANGELOG.md': '/docs/changelog/',
}

/** What a site without a link to its code shows in place of the parts that need one. */
const WITHOUT_CODE: Record<string, string> = {
  'src/content/guides/check-a-score.md':
    '<h2 id="1-the-code">1. The code</h2><p>You need the code that made the scores, in a folder of your own. This site names no public place for it: ask its publisher. Another version may compute other scores.</p>',
}

export interface GuideContext {
  /** Path of the Markdown file below the root. */
  file: string
  /** Link to the operator's code; null when none is set. */
  repository: string | null
  /** Address of this site, for the examples; null: they stay as they are written. */
  site: string | null
}

/**
 * The HTML of one of the project's own Markdown files, made ready for the site: links between files lead to pages, or to the
 * repository, or become plain text; examples name this site; wide tables and code can scroll.
 */
export function guideHtml(html: string, context: GuideContext): string {
  return code(scrollingTables(links(examples(repositoryParts(html, context), context), context)))
}

/** Parts between `<!-- repository -->` and `<!-- /repository -->` need a link to the code. */
function repositoryParts(html: string, { file, repository }: GuideContext): string {
  const parts = /<!-- repository -->([\s\S]*?)<!-- \/repository -->/g
  return html.replace(parts, (_, part: string) =>
    repository === null
      ? (WITHOUT_CODE[file] ?? '')
      : part.replaceAll('https://github.com/YOUR-FORK/plimsoll', escaped(repository)),
  )
}

function examples(html: string, { site }: GuideContext): string {
  if (site === null) return html
  return html
    .replaceAll(/SITE=http:\/\/localhost:8888( *)(# or the site you were given)/g, `SITE=${site}`)
    .replaceAll('https://YOUR-NAME.netlify.app', site)
}

function links(html: string, context: GuideContext): string {
  return html.replace(/<a href="([^"]*)">([\s\S]*?)<\/a>/g, (whole, href: string, text: string) => {
    if (/^(https?:|#|\/)/.test(href)) return whole
    const target = linkTarget(href, context)
    return target === null ? text : `<a href="${escaped(target)}">${text}</a>`
  })
}

/** Where a link of a Markdown file leads on the site; null when there is no such page and no link to the code. */
export function linkTarget(
  href: string,
  { file, repository }: Pick<GuideContext, 'file' | 'repository'>,
): string | null {
  const [target = '', anchor] = href.split('#')
  const path = posix.join(posix.dirname(file), target)
  const decision = /^src\/content\/(?:decisions|specifications)\/(.+)\.md$/.exec(path)?.[1]
  const page = PAGES[path] ?? (decision && `/decisions/${decision}/`)
  if (page) return anchor ? `${page}#${anchor}` : page
  // Other hosts have other addresses for a file.
  return repository?.startsWith('https://github.com/') ? `${repository}/blob/HEAD/${path}` : null
}

/** Heads of columns are marked, and a table that is too wide scrolls by itself, with a name of its own. */
export function scrollingTables(html: string): string {
  let number = 0
  return html.replace(/<table>([\s\S]*?)<\/table>/g, (_, table: string) => {
    number += 1
    const rows = table.replaceAll('<th>', '<th scope="col">')
    const label = `aria-label="Table ${number}"`
    return `<div class="scroll" tabindex="0" role="region" ${label}><table>${rows}</table></div>`
  })
}

/** Code can scroll, and the comments of a shell stand back. */
function code(html: string): string {
  return html.replace(
    /<pre><code(?: class="language-([a-z]+)")?>([\s\S]*?)<\/code><\/pre>/g,
    (_, language: string | undefined, text: string) => {
      const shown = language === 'sh' ? text.replace(/(^|\s)(#\s.*)$/gm, '$1<i>$2</i>') : text
      return `<pre class="code" tabindex="0"><code>${shown}</code></pre>`
    },
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
