import { expect, test } from 'vitest'
import { compactHtml } from './compact-html.ts'

test.each([
  [
    'white space beside blocks',
    '<ul> <li>a</li> <li>b</li> </ul> <p> c </p>',
    '<ul><li>a<li>b</ul><p>c',
  ],
  [
    'the ends of cells and rows',
    '<table><tbody><tr> <td>1</td> <td>2</td> </tr></tbody></table>',
    '<table><tbody><tr><td>1<td>2</table>',
  ],
  [
    'the end tags of empty elements of a drawing',
    '<svg><g><path d="M0 0"></path><rect width="5%"></rect></g><text></text></svg>',
    '<svg><g><path d="M0 0"/><rect width=5% /></g><text></text></svg>',
  ],
  [
    'quotes that are not needed',
    '<a href="/x/" class="a b">t</a>',
    '<a class="a b" href=/x/>t</a>',
  ],
])('leaves out %s', (_, html, short) => {
  expect(compactHtml(html)).toBe(short)
})

test.each([
  ['one space between words and inline elements', '<p>a <b>b</b> <i>c</i>, d'],
  ['a space that does not break', '<p>\u00a01\u00a0%\u00a0'],
  ['an attribute that looks like a page', '<i title="a <td> b  </td> c">d</i>'],
  ['an attribute that looks like a drawing', '<i title="<rect></rect>">a</i>'],
  ['text in which white space counts', '<pre>  a\n  <b>b</b>\n</pre>'],
  ['a script', '<script type=module>if (a  <  b) { }</script>'],
  ['data in a script', '<script type=application/ld+json>{"name":"a  \\u003c b"}</script>'],
  ['the type of a text field, which styles ask for', '<input type=text>'],
])('keeps %s', (_, html) => {
  expect(compactHtml(html)).toBe(html)
})

test('text stays escaped', () => {
  const html = compactHtml('<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; &#34;</p>')
  expect(html).not.toMatch(/<\/?script/)
  expect(html).toMatch(/&amp;?lt;/)
})

test('the doctype and the language stay', () => {
  const html = '<!DOCTYPE html><html lang="en"><head></head> <body> <p>a</p> </body> </html>'
  expect(compactHtml(html)).toMatch(/^<!doctype html><html lang=en>/i)
})
