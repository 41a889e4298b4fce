import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'

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

/** A new folder that the caller removes with `removeFolder`. */
export function makeFolder(): string {
  return mkdtempSync(path.join(inject('runFolder'), 'test-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
