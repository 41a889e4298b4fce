import minifyHtml from '@minify-html/node'

/**
 * The page with fewer bytes and the same elements, attributes and shown text: without white space beside blocks, end tags that
 * every parser supplies (HTML standard, 13.1.2.4), and quotes that an attribute does not need.
 */
export function compactHtml(html: string): string {
  return minifyHtml
    .minify(Buffer.from(html), {
      keep_html_and_head_opening_tags: true,
      keep_input_type_text_attr: true,
    })
    .toString()
}
