import { element } from './element.ts'

/** Saves a text or bytes as a file. */
export function saveFile(download: string, content: BlobPart, type: string): void {
  const href = URL.createObjectURL(new Blob([content], { type }))
  element('a', { href, download }).click()
  URL.revokeObjectURL(href)
}
