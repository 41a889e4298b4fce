/** What is remembered of a site between checks. */
export interface Remembered {
  /** The key that signed its manifest, 32 bytes in base64. */
  publicKey: string
  /** The highest version seen, signed by that key; 0 where the manifest had none. */
  version: number
  /** When it was last checked, ISO 8601. */
  checkedAt: string
}

/** Where it is remembered. Both may reject, and the check with them. */
export interface Memory {
  /** Null for a site that was not checked before. */
  recall: (site: string) => Promise<Remembered | null>
  remember: (site: string, seen: Remembered) => Promise<void>
}
