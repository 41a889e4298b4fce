import { copyText } from './dom/copy-text.ts'
import { button, element } from './dom/element.ts'

const FIRST_ADDRESS = 'http://localhost:8888'

/** Adds a button to every block of code that copies it, where the browser allows that. */
function addCopyButtons(): void {
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll<HTMLElement>('pre.code')) {
    const copy = button('Copy', () => void copyText(copy, block.innerText.trimEnd(), block), {
      className: 'copy',
      ariaLabel: 'Copy this code',
    })
    const frame = element('div', 'copyable')
    block.replaceWith(frame)
    frame.append(block, copy)
  }
}

/** Puts the address of this site where a build without one could only name that of a first start. */
function nameThisSite(): void {
  for (const code of document.querySelectorAll('pre.code code')) {
    const text = code.textContent ?? ''
    if (text.includes(FIRST_ADDRESS)) {
      code.textContent = text.replaceAll(FIRST_ADDRESS, location.origin)
    }
  }
}

if (location.origin !== FIRST_ADDRESS) nameThisSite()
addCopyButtons()
