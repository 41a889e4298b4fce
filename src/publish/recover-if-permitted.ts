import { recoverPublished } from './replace-folder.ts'

/**
 * As `recoverPublished`, for a server that may not write the published folder: then the next build recovers it.
 * Throws what else went wrong.
 */
export function recoverIfPermitted(distDir: string, recover = recoverPublished): void {
  try {
    recover(distDir)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error
  }
}
