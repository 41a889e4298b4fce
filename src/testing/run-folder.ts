import type { TestProject } from 'vitest/node'
import { makeFolder, removeFolder } from './make-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run of the tests, for what all of its workers share. */
    runFolder: string
  }
}

export function setup({ provide }: TestProject): () => void {
  const folder = makeFolder()
  provide('runFolder', folder)
  return () => removeFolder(folder)
}
