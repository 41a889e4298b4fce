const NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Whether a host, as the `hostname` of a URL has it, is this machine. */
export function isThisMachine(hostname: string): boolean {
  return NAMES.includes(hostname)
}
