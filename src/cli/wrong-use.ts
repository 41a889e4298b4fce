/** A wrong word on the command line. The message is a sentence for the person who typed it. */
export class WrongUse extends Error {
  override name = 'WrongUse'
  /** The command whose help to look at, where it is known. */
  readonly command: string | null

  constructor(message: string, command: string | null = null) {
    super(message)
    this.command = command
  }
}
