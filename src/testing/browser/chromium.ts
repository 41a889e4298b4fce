import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Names of the browser in the packages of Debian, Arch and Google. The first has no windows, which saves a third of the processor time. */
const NAMES = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
]

/**
 * Without a sandbox, because CI runs as root; without the services with which a browser asks its maker's hosts; with letters as wide
 * without a window as they are in one.
 */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/** Chromium's program: `PLIMSOLL_CHROMIUM`, else the first that is found on the path; null when there is none. */
export function findChromium(environment: NodeJS.ProcessEnv): string | null {
  if (environment.PLIMSOLL_CHROMIUM) return environment.PLIMSOLL_CHROMIUM
  const folders = (environment.PATH ?? '').split(path.delimiter).filter(Boolean)
  const programs = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return programs.find(isProgram) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
