/** Progress on standard error, since standard output belongs to the figures. */
export function logProgress(text: string): void {
  process.stderr.write(`  ${text}\n`)
}
