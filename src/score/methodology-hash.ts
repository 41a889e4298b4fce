import { sha256 } from '../fingerprint.ts'

/** What a version stands for, as it is listed in `data/methodology.versions.json`: the content without its day of publication. */
export function methodologyHash({ publishedOn: _, ...content }: { publishedOn: string }): string {
  return sha256(canonical(content))
}

/** JSON with sorted keys and without spaces. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
