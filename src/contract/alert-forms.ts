/** How alerts reach a receiver: posted as JSON to a server, to a chat of a vendor, or as e-mail. Without schemas, for scripts of pages. */
export const ALERT_FORMS = ['json', 'slack', 'discord', 'telegram', 'email'] as const

export type AlertForm = (typeof ALERT_FORMS)[number]

/** Forms of vendors, whose addresses hold a secret. */
export type ChatForm = Exclude<AlertForm, 'json' | 'email'>

/** The one host of each vendor. */
export const CHAT_HOSTS: Record<ChatForm, string> = {
  slack: 'hooks.slack.com',
  discord: 'discord.com',
  telegram: 'api.telegram.org',
}

/** How a confirmation mail that was sent, or not to be sent, ends at first. */
export const NOT_OPENED = 'the link in the mail was not opened yet'

/** Letters of a secret address that are shown, to distinguish receivers. */
const SHOWN = 4

/**
 * A receiver as its owner sees it after it was made, and logs and lists name it: of a chat the host and the end of its address, whose rest
 * is a secret; of e-mail the address alone.
 */
export function shownReceiver({ form, url }: { form: AlertForm; url: string }): string {
  if (form === 'json') return url
  if (form === 'email') return url.replace(/^mailto:/, '')
  const chat = form === 'telegram' ? URL.parse(url)?.searchParams.get('chat_id') : null
  return `https://${CHAT_HOSTS[form]}/…${chat ?? url.slice(-SHOWN)}`
}
