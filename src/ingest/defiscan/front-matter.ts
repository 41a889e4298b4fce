import { parse } from 'yaml'

/** Blocks seen are below 3 KB; the cap keeps a hostile one from costing time. */
const MAX_CHARS = 64_000
const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/**
 * The YAML block at the head of a markdown file as plain data, or null when there is none, it is too long or broken.
 * Dates stay text (core schema), nothing is executed, and aliases are refused because they can unfold without end.
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
