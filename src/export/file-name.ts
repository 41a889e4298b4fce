const LONGEST = 120

/**
 * A file name for a slug, the same on every system: letters a-z, digits, `-`, `_` and inner dots stay;
 * every other byte becomes `~` and two hex digits. Different slugs give different names.
 */
export function fileNameOf(slug: string): string {
  const bytes = new TextEncoder().encode(slug)
  let name = ''
  bytes.forEach((byte, index) => {
    const character = String.fromCharCode(byte)
    const plain = /[a-z0-9_-]/.test(character) || (character === '.' && index > 0)
    name += plain ? character : `~${byte.toString(16).padStart(2, '0')}`
  })
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}~${checksum(slug)}`
}

/** FNV-1a over the UTF-16 units, in hex (http://www.isthe.com/chongo/tech/comp/fnv/). Needs no module, so the edge can use it. */
function checksum(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < text.length; i += 1) {
    hash ^= BigInt(text.charCodeAt(i))
    hash = BigInt.asUintN(64, hash * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}
