/** A contract or a program answered, but not as its protocol does. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}
