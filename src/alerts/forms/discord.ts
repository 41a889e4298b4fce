import type { Chat } from './chat.ts'
import { type Notice, restOf } from './notice.ts'
import { shortened } from './outside.ts'

/** Embeds of a message, and letters of its content (`specs/openapi.json`, `IncomingWebhookRequestPartial`). */
const MAX_EMBEDS = 10
const MAX_CONTENT = 2_000

/** All titles and texts of embeds have at most 6,000 letters together ("Embed limits"), of which escaping may take half. */
const MAX_ALL = 2_900
const MAX_TITLE = 100
const MAX_TEXT = 1_900

/** Whatever begins markup, a mention or a link. */
const MARKUP = /[\\*_~`|<>#[\]()@:-]/g

/** Discord’s "Execute Webhook". `wait` makes it answer that a message was not kept; nothing in a text may notify anybody. */
export const discord: Chat = {
  most: MAX_EMBEDS,
  gone: [401, 403, 404, 410],
  request: (url, digest) => {
    const rest = restOf(digest)
    const lines = digest.notices.length > 1 ? [escaped(digest.heading, 300)] : []
    const content = [...lines, ...(rest === null ? [] : [rest])].join('\n')
    return {
      url: `${url}${url.includes('?') ? '&' : '?'}wait=true`,
      body: {
        ...(content !== '' && { content: shortened(content, MAX_CONTENT) }),
        embeds: digest.notices.map((notice, _, all) => embedOf(notice, all.length)),
        allowed_mentions: { parse: [] },
      },
    }
  },
  retryAfter: (answer) => numberIn(answer, 'retry_after'),
}

function embedOf({ title, text, page }: Notice, count: number) {
  const most = Math.min(MAX_TEXT, Math.floor(MAX_ALL / count) - MAX_TITLE)
  return {
    title: escaped(title, MAX_TITLE),
    description: escaped(text.join('\n'), most),
    ...(page !== null && { url: page }),
  }
}

function escaped(text: string, most: number): string {
  return shortened(text, most).replace(MARKUP, '\\$&')
}

/** A number of an answer; null where there is none. */
export function numberIn(answer: unknown, name: string): number | null {
  const value: unknown = Object(answer)[name]
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.ceil(value) : null
}
