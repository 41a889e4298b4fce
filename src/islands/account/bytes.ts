/** The bytes of a text in UTF-8 as `0x` and hex digits, as `personal_sign` takes them. */
export function hexOfText(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** The bytes that a wallet answered; null for anything else. Extensions may answer with the array of another realm. */
export function bytesFrom(value: unknown, most: number): Uint8Array | null {
  const isArray = ArrayBuffer.isView(value) || Array.isArray(value)
  if (!isArray) return null
  const bytes = Uint8Array.from(value as unknown as ArrayLike<number>)
  return bytes.length <= most ? bytes : null
}
