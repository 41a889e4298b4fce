/**
 * Calls `say`, once, with a sentence when stdout cannot be written, as on a full disk, and makes the exit code 1 where it would be 0. What the
 * program does goes on. A reader that has enough, such as `head`, is no failure.
 */
export function watchStdout(say: (sentence: string) => void): void {
  let said = false
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (said || code === 'EPIPE') return
    said = true
    say(`The output could not be written: ${message}.`)
    process.on('exit', () => {
      process.exitCode ||= 1
    })
  })
}
