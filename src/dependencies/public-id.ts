/** The id of an issuer or bridge in the API: its own, or with `issuer-` before it where an unrelated protocol has that slug. */
export function publicId(id: string, slugs: ReadonlySet<string>): string {
  return slugs.has(id) ? `issuer-${id}` : id
}
