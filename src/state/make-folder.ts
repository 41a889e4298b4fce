import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** Makes a folder and those above it. Throws the error of the first that cannot be made: Node's own never ends below `/proc`. */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(path.resolve(folder)), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error
  }
}
