import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'

/** Window of the packer as a power of two; `zstd -d` unpacks this without an option. */
const WINDOW_LOG = 27
const LEVEL = 9

/** A packed file that does not match its manifest. */
export class DamagedError extends Error {}

/** Packs a file with Zstandard. */
export async function packStore(from: string, to: string): Promise<void> {
  const params = {
    [constants.ZSTD_c_compressionLevel]: LEVEL,
    [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  }
  await pipeline(createReadStream(from), createZstdCompress({ params }), createWriteStream(to))
}

/** Unpacks a file up to the length in its manifest. Throws `DamagedError` when it is longer or cannot be unpacked. */
export async function unpackStore(
  from: string,
  to: string,
  { packing, unpacked }: SnapshotManifest['store'],
): Promise<void> {
  let left = unpacked.bytes
  const limit = new Transform({
    transform(part: Buffer, _, done) {
      left -= part.length
      if (left < 0) done(new DamagedError('the file unpacks to more than its manifest says'))
      else done(null, part)
    },
  })
  const unpacker =
    packing === 'gzip'
      ? createGunzip()
      : createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } })
  try {
    await pipeline(createReadStream(from), unpacker, limit, createWriteStream(to))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw code.startsWith('Z')
      ? new DamagedError('the file is truncated or damaged', { cause: error })
      : error
  }
}
