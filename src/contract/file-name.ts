const LONGEST = 120

const PLAIN = /^[a-z0-9_-]{1,120}$/

/** Device names on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/** A page by this name is another one to Astro and to hosts, which leave the ending out. */
const PAGE_ENDING = /\.html?$/

/**
 * A file name for a slug, the same on every system: letters a-z, digits, `-`, `_` and inner dots stay, but for the dot of `.html`;
 * every other byte becomes `~` and two hex digits. Different slugs give different names: one that is too long, or
 * that UTF-8 cannot spell, ends in `~~` and a checksum. The name of no slug at all is `~`.
 */
export function fileNameOf(slug: string): string {
  // What almost every slug is.
  if (PLAIN.test(slug) && !DEVICE.test(slug)) return slug
  const bytes = new TextEncoder().encode(slug)
  const isDevice = DEVICE.test(slug)
  const ending = bytes.length - (PAGE_ENDING.exec(slug)?.[0].length ?? 0)
  let name = bytes.length === 0 ? '~' : ''
  bytes.forEach((byte, index) => {
    const character = String.fromCharCode(byte)
    const isInner = index > 0 && index < bytes.length - 1
    const plain = isInner ? /[a-z0-9_.-]/ : /[a-z0-9_-]/
    const stays = plain.test(character) && !(isDevice && index === 0) && index !== ending
    name += stays ? character : `~${byte.toString(16).padStart(2, '0')}`
  })
  const isExact = name.length <= LONGEST && slug.isWellFormed()
  return isExact ? name : `${name.slice(0, LONGEST)}~~${checksum(slug)}`
}

/** FNV-1a over the UTF-16 units, in hex (http://www.isthe.com/chongo/tech/comp/fnv/). Needs no module, so the edge can use it. */
export function checksum(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < text.length; i += 1) {
    hash ^= BigInt(text.charCodeAt(i))
    hash = BigInt.asUintN(64, hash * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}
