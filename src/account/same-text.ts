import { timingSafeEqual } from 'node:crypto'

/** Whether a text that was sent equals a secret one, in a time that does not depend on where they differ. */
export function isSameText(sent: string, secret: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
