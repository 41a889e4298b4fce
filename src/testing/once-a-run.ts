import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'

const POLL_MS = 50

/** The folder that `make` fills, once in a run of the tests: other workers wait for it. Nothing in it may be changed. */
export async function onceARun(
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = path.join(inject('runFolder'), name)
  const [made, failed] = [`${folder}.made`, `${folder}.failed`]
  if (isFirst(folder)) {
    await make(folder).catch((error) => {
      writeFileSync(failed, String(error))
      throw error
    })
    writeFileSync(made, '')
  }
  while (!existsSync(made)) {
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'))
    await setTimeout(POLL_MS)
  }
  return folder
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
