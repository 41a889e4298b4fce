// A native module: where there is none for the platform, such as Alpine, pages are published as they are.
const library = await import('@minify-html/node').catch(() => null)

/**
 * The page with fewer bytes and the same elements, attributes and shown text: without white space beside blocks, end tags that
 * every parser supplies (HTML standard, 13.1.2.4), and quotes that an attribute does not need.
 */
export function compactHtml(html: string): string {
  if (library === null) return html
  const options = { keep_html_and_head_opening_tags: true, keep_input_type_text_attr: true }
  return library.default.minify(Buffer.from(html), options).toString()
}
