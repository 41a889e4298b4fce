/** Tags at which a line begins or ends, or which show no text: white space beside them is not shown. */
const BLOCKS = new Set(
  (
    'html head body title meta link script main header footer nav section article aside search form fieldset div p ul ol li ' +
    'dl dt dd h1 h2 h3 h4 h5 h6 table caption thead tbody tfoot tr th td blockquote figure figcaption details summary pre ' +
    'option optgroup datalist noscript template hr br symbol clipPath g path circle rect line use defs'
  ).split(' '),
)

/** Elements of a drawing that hold nothing. */
const LEAVES = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'use'])

const AFTER_PARAGRAPH = new Set(
  (
    '<p <div <dl <ul <ol <table <pre <h2 <h3 <h4 <hr <section <header <footer <main <nav <form <details <figure <blockquote ' +
    '</div </section </main </article </header </footer </li </dd </td </th </blockquote </details </body </form'
  ).split(' '),
)

/** End tags that a parser supplies itself, each with the tags before which it does (HTML standard, 13.1.2.4). */
const IMPLIED_END: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(['<li', '</ul', '</ol']),
  dt: new Set(['<dt', '<dd']),
  dd: new Set(['<dt', '<dd', '</dl']),
  p: AFTER_PARAGRAPH,
  td: new Set(['<td', '<th', '</tr']),
  th: new Set(['<td', '<th', '</tr']),
  tr: new Set(['<tr', '</tbody', '</thead', '</tfoot', '</table']),
  caption: new Set(['<thead', '<tbody', '<tr']),
  thead: new Set(['<tbody', '<tfoot']),
  tbody: new Set(['<tbody', '<tfoot', '</table']),
  tfoot: new Set(['</table']),
  option: new Set(['<option', '<optgroup', '</select', '</datalist', '</optgroup']),
}

/** Elements whose text is kept as it is. */
const RAW = new Set(['script', 'style', 'pre', 'textarea'])

const SPACE = /[ \t\n\r\f]+/g
const NAME = /[a-zA-Z][\w-]*/y
const PLAIN_VALUE = /="([\w.:#%?&;,/+!*()|~-]+)"(?=[ >])/g

/**
 * The page with fewer bytes and the same elements, attributes and shown text: without white space beside blocks, end tags that
 * every parser supplies, and quotes that an attribute does not need. For the output of Astro, which quotes every value with `"`
 * and escapes it; not for markup of others.
 */
export function compactHtml(html: string): string {
  const writer = createWriter()
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    if (open !== at) {
      const end = open < 0 ? html.length : open
      writer.addText(html.slice(at, end))
      at = end
      continue
    }
    NAME.lastIndex = html[at + 1] === '/' ? at + 2 : at + 1
    const name = NAME.exec(html)?.[0] ?? ''
    const end =
      name === ''
        ? endAt(html, '>', at)
        : RAW.has(name)
          ? endAt(html, `</${name}>`, at)
          : endOfTag(html, at)
    writer.addTag(name, html.slice(at, end))
    at = end
  }
  return writer.finish()
}

function createWriter() {
  const parts: string[] = []
  /** The last tag and the text after it, which wait for the next tag. */
  let name = ''
  let tag = ''
  let text = ''

  function addTag(nextName: string, next: string): void {
    if (BLOCKS.has(nextName) || (nextName === 'svg' && next[1] === '/'))
      text = text.replace(/ $/, '')
    if (text === '' && isSelfClosing(name, tag, next)) {
      // A slash behind a value without quotes would be part of it.
      parts.push(tag.slice(0, -1), tag.at(-2) === '"' ? '/>' : ' />')
      tag = ''
    } else {
      if (text !== '' || !isImplied(name, tag, nextName, next)) parts.push(tag, text)
      tag = RAW.has(nextName) ? next : next.replaceAll(PLAIN_VALUE, '=$1')
    }
    name = nextName
    text = ''
  }

  return {
    addTag,
    addText(next: string): void {
      const isAfterBreak = BLOCKS.has(name) || (name === 'svg' && tag[1] !== '/')
      const short = next.replaceAll(SPACE, ' ')
      text += isAfterBreak && text === '' ? short.replace(/^ /, '') : short
    },
    finish: () => parts.concat(tag, text).join(''),
  }
}

function isImplied(name: string, tag: string, nextName: string, next: string): boolean {
  if (tag[1] !== '/') return false
  return IMPLIED_END[name]?.has(next[1] === '/' ? `</${nextName}` : `<${nextName}`) === true
}

function isSelfClosing(name: string, tag: string, next: string): boolean {
  return LEAVES.has(name) && tag[1] !== '/' && next === `</${name}>`
}

function endOfTag(html: string, start: number): number {
  const close = endAt(html, '>', start)
  let quote = html.indexOf('"', start)
  if (quote < 0 || quote > close) return close
  let end = close
  while (quote >= 0 && quote < end) {
    const unquote = endAt(html, '"', quote + 1)
    if (unquote > end) end = endAt(html, '>', unquote)
    quote = html.indexOf('"', unquote)
  }
  return end
}

/** The place behind the next `mark`, or the end of the text. */
function endAt(html: string, mark: string, start: number): number {
  const found = html.indexOf(mark, start)
  return found < 0 ? html.length : found + mark.length
}
