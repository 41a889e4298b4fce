import { type BulkPlace, UnreadError } from './place.ts'
import { ABSENT, type Failures, UNREAD } from './report.ts'

/** The bytes of a file that should be there; null when it is not, which is then among the failures. */
export async function readListed(
  place: BulkPlace,
  file: string,
  mostBytes: number,
  what: 'manifest' | 'signature' | 'file',
  failures: Failures,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const body = await place.read(file, mostBytes)
    if (body === null) failures.add(what, file, 'the file', ABSENT)
    return body
  } catch (error) {
    if (!(error instanceof UnreadError)) throw error
    const isLonger = error.message.startsWith('it is longer')
    failures.add(what, file, 'the file', isLonger ? error.message : `${UNREAD}${error.message}`)
    failures.unread ||= !isLonger
    return null
  }
}
