import type { AlertServices } from '../../account/account-api.ts'

/** Makes what sends a test, given the secret of the state, which alerts are signed with. */
export type OpenSender = (secret: string) => AlertServices['sendTest']

/** What the account API needs for webhooks; null on a host that sends no alerts. */
export function alertServices(
  openSender: OpenSender | undefined,
  secret: string,
  loadIndex: AlertServices['loadIndex'],
): AlertServices | null {
  return openSender ? { loadIndex, sendTest: openSender(secret) } : null
}
