import { element } from './element.ts'

/** Saves a text as a file. */
export function saveFile(download: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  element('a', { href, download }).click()
  URL.revokeObjectURL(href)
}
