const SHOWN_MS = 2_000

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

addCopyButtons()
