const MAX_CHARACTERS = 300
const ADDRESS = /\bhttps?:\/\/(?:[^\s/@]*@)?([\w.:-]+)[^\s"'`)\]]*/gi

/**
 * A message of a run as strangers may read it: of each address only the host, because an operator's may hold a key, and one
 * line of at most 300 characters, because an upstream may have written parts of it.
 */
export function publicMessage(message: string): string {
  const line = message
    .replaceAll(ADDRESS, '$1')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return line.length <= MAX_CHARACTERS
    ? line
    : `${line.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…`
}
