import { fileNameOf } from '../contract/file-name.ts'

/** Path of the page of a protocol, by its id. */
export function protocolPage({ id }: { id: string }): string {
  return `/protocol/${fileNameOf(id)}/`
}
