const SHOWN_MS = 1_800

/** Copies a text and says so on the button. Without a clipboard (plain http) the text is selected, where there is one on the page. */
export async function copyText(
  button: HTMLButtonElement,
  text: string,
  element: Element | null,
): Promise<void> {
  const before = button.dataset.words ?? button.textContent ?? ''
  button.dataset.words = before
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    if (element) getSelection()?.selectAllChildren(element)
    button.textContent = element ? 'Selected: copy it' : 'Copy it from the address bar'
  }
  setTimeout(() => {
    button.textContent = before
  }, SHOWN_MS)
}
