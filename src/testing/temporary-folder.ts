import { afterAll, onTestFinished } from 'vitest'
import { makeFolder, removeFolder } from './make-folder.ts'

/** A new folder for the tests of a file or a `describe`; removed after them. Not inside a test or a hook. */
export function temporaryFolder(): string {
  const folder = makeFolder()
  afterAll(() => removeFolder(folder))
  return folder
}

/** A new folder for the test that runs, also from `beforeEach`; removed after it. */
export function folderOfTest(): string {
  const folder = makeFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}
