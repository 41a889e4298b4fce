/** A contract or program answered, but not as its protocol would. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}
