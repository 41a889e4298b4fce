const SHOWN_MS = 1_800

/** Copies a text and says so on the button. Without a clipboard (plain http) the text is selected, where there is one on the page. */
export async function copyText(
  button: HTMLButtonElement,
  text: string,
  element: Element | null,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(button, 'Copied')
  } catch {
    if (element) getSelection()?.selectAllChildren(element)
    say(button, element ? 'Selected: copy it' : 'Copy it from the address bar')
  }
}

/** Copies a PNG and says so on the button; some browsers copy no pictures. */
export async function copyPicture(button: HTMLButtonElement, png: Promise<Blob>): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
    say(button, 'Copied')
  } catch {
    say(button, 'Not copied: save it')
  }
}

function say(button: HTMLButtonElement, words: string): void {
  const before = button.dataset.words ?? button.textContent ?? ''
  button.dataset.words = before
  button.textContent = words
  setTimeout(() => {
    button.textContent = before
  }, SHOWN_MS)
}
