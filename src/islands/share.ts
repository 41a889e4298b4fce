import { embedSnippets } from '../site/use-it.ts'
import { copyPicture, copyText } from './dom/copy-text.ts'

const DEADLINE_MS = 10_000

/** Each button of “Share it” copies in one click: the picture, or the code of the badge or the card. */
for (const button of document.querySelectorAll<HTMLButtonElement>('#share [data-copy]')) {
  button.hidden = !navigator.clipboard
  const fileName = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '')
  button.onclick = () => {
    const link = button.parentElement?.querySelector('a')
    if (button.dataset.copy === 'picture' && link) return copyPicture(button, pictureAt(link.href))
    const name = document.querySelector('h1')?.textContent ?? ''
    const snippets = embedSnippets({ site: location.origin, fileName, name })
    return copyText(button, snippets[Number(button.dataset.copy)]?.code ?? '', null)
  }
}

async function pictureAt(address: string): Promise<Blob> {
  const response = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) })
  if (!response.ok) throw new Error(`The picture has status ${response.status}.`)
  return response.blob()
}
