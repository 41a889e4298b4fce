const SHOWN_MS = 2_000
const FIRST_ADDRESS = 'http://localhost:8888'

/** Adds a button to every block of code that copies it, where the browser allows that. */
function addCopyButtons(): void {
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll<HTMLElement>('pre.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', 'Copy this code')
    button.addEventListener('click', () => void copy(block, button))
    const frame = document.createElement('div')
    frame.className = 'copyable'
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

async function copy(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const done = await navigator.clipboard.writeText(block.innerText.trimEnd()).then(
    () => true,
    () => false,
  )
  button.textContent = done ? 'Copied' : 'Select and copy'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, SHOWN_MS)
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
