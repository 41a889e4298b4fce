import { parse } from 'yaml'

/** Real blocks are below 3 KB; the limit bounds the time for a hostile one. */
const MAX_CHARS = 64_000
const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/**
 * The YAML block at the start of a markdown file as plain data; null when there is none, or it is too long or invalid.
 * Dates stay text (core schema), nothing is executed, and aliases are refused because they can expand without limit.
 */
export function frontMatter(markdown: string): unknown {
  const block = BLOCK.exec(markdown.slice(0, MAX_CHARS))?.[1]
  if (block === undefined) return null
  try {
    return parse(block, { schema: 'core', maxAliasCount: 0, logLevel: 'error' })
  } catch {
    return null
  }
}
