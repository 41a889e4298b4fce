import type { Chat } from './chat.ts'
import { numberIn } from './discord.ts'
import { type Notice, restOf } from './notice.ts'
import { shortened } from './outside.ts'

/** Letters of a message after entities are parsed are 4,096 ("sendMessage"); the rest is for headings and links. */
const MAX_ALL = 3_600
const MAX_NOTICES = 10
const MAX_TITLE = 100
const MAX_TEXT = 2_000
/** A title, a link and the empty line before the next. */
const MAX_FRAME = 120

/** `sendMessage` of Telegram’s Bot API. The chat is in the stored address, so that one text says where alerts go. */
export const telegram: Chat = {
  most: MAX_NOTICES,
  // The token is of no bot, or the bot was removed from the chat.
  gone: [401, 403, 404],
  request: (url, digest) => {
    const address = new URL(url)
    const thread = address.searchParams.get('message_thread_id')
    const rest = restOf(digest)
    const { notices } = digest
    const parts = [
      ...(notices.length > 1 ? [`<b>${escaped(digest.heading, MAX_TITLE)}</b>`] : []),
      ...notices.map((notice) => noticeText(notice, notices.length)),
      ...(rest === null ? [] : [escaped(rest, MAX_TITLE + MAX_FRAME)]),
    ]
    return {
      url: `${address.origin}${address.pathname}`,
      body: {
        chat_id: address.searchParams.get('chat_id') ?? '',
        ...(thread !== null && { message_thread_id: Number(thread) }),
        text: parts.join('\n\n'),
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      },
    }
  },
  retryAfter: (answer) => numberIn(Object(answer).parameters, 'retry_after'),
}

function noticeText({ title, text, page }: Notice, count: number): string {
  const most = Math.min(MAX_TEXT, Math.floor(MAX_ALL / count) - MAX_FRAME)
  const lines = [`<b>${escaped(title, MAX_TITLE)}</b>`, escaped(text.join('\n'), most)]
  return [...lines, ...(page === null ? [] : [`<a href="${html(page)}">Open its page</a>`])].join(
    '\n',
  )
}

function escaped(text: string, most: number): string {
  return html(shortened(text, most))
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
