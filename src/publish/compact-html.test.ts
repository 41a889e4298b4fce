import { expect, test } from 'vitest'
import { compactHtml } from './compact-html.ts'

test.each([
  [
    'white space beside blocks',
    '<ul> <li>a</li> <li>b</li> </ul> <p> c </p>',
    '<ul><li>a<li>b</ul><p>c</p>',
  ],
  [
    'cells and rows',
    '<tr> <td>1</td> <td>2</td> </tr> <tr> <th>3</th> </tr>',
    '<tr><td>1<td>2<tr><th>3</tr>',
  ],
  [
    'the parts of a table',
    '<table> <caption>C</caption> <thead> <tr><th>H</th></tr> </thead> <tbody> <tr><td>1</td></tr> </tbody> </table>',
    '<table><caption>C<thead><tr><th>H<tbody><tr><td>1</table>',
  ],
  [
    'a list of terms',
    '<dl><dt>a</dt> <dd>b</dd><dt>c</dt><dd>d</dd></dl>',
    '<dl><dt>a<dd>b<dt>c<dd>d</dl>',
  ],
  [
    'quotes that are not needed',
    '<a href="/x/" class="a b" title="">t</a>',
    '<a href=/x/ class="a b" title="">t</a>',
  ],
  [
    'an empty shape',
    '<svg> <path d="M0 0"></path> <use href="#m"></use> </svg>',
    '<svg><path d="M0 0"/><use href=#m /></svg>',
  ],
])('leaves out %s', (_, html, short) => {
  expect(compactHtml(html)).toBe(short)
})

test.each([
  ['one space between words and inline elements', '<p>a <b>b</b> <i>c</i>, d</p>'],
  ['a space that does not break', '<p>\u00a01\u00a0%\u00a0</p>'],
  ['the end of a paragraph before text or an inline element', '<div><p>a</p>text</div>'],
  ['the end of a cell that nothing follows', '<td>a</td>'],
  ['an attribute that looks like a page', '<i title="a <td> b  </td> c">d</i>'],
  [
    'an attribute with a tag and a longer page behind it',
    '<i title=">">a</i> <b title="x > y">b</b>',
  ],
  ['text in which white space counts', '<pre>  a\n  <b>b</b>\n</pre>'],
  ['a script', '<script type=module>if (a  <  b) { }</script>'],
  ['escaped text', '<p>&lt;td&gt;  &amp;</p>'.replace('  ', ' ')],
  ['a broken end', '<p>a <b'],
])('keeps %s', (_, html) => {
  expect(compactHtml(html)).toBe(html)
})

test('the doctype stays, and a page twice made shorter is the same', () => {
  const once = compactHtml(
    '<!DOCTYPE html><html lang="en"> <body> <p>a</p> <p>b</p> </body> </html>',
  )
  expect(once).toBe('<!DOCTYPE html><html lang=en><body><p>a<p>b</body></html>')
  expect(compactHtml(once)).toBe(once)
})
