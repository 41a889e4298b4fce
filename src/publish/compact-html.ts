// A native module: where there is none for the platform, such as Alpine, pages are published as they are.
const library = await import('@minify-html/node').catch(() => null)

/**
 * The page with fewer bytes and the same elements, attributes and shown text: without white space beside blocks, end tags that
 * every parser supplies (HTML standard, 13.1.2.4), and quotes that an attribute does not need.
 */
export function compactHtml(html: string): string {
  if (library === null) return html
  const options = { keep_html_and_head_opening_tags: true, keep_input_type_text_attr: true }
  return shortShapes(library.default.minify(Buffer.from(html), options).toString())
}

const ATTRIBUTES = `(?:"[^"]*"|'[^']*'|[^'">])*`

/** An element of a drawing without content, or any other start tag: one by one, so that no attribute is taken for a tag. */
const TAG = new RegExp(
  `<(circle|line|path|polyline|rect|svg|use)(${ATTRIBUTES})></\\1>|<[a-z]${ATTRIBUTES}>`,
  'g',
)

/** Writes empty elements of drawings as one tag, which in SVG inside HTML is the same (HTML standard, 13.1.2.1). */
function shortShapes(html: string): string {
  return html.replace(TAG, (tag, name?: string, attributes = '') =>
    name === undefined ? tag : `<${name}${attributes}${/["']$/.test(attributes) ? '' : ' '}/>`,
  )
}
