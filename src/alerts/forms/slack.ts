import type { Chat } from './chat.ts'
import { type Notice, restOf } from './notice.ts'
import { shortened } from './outside.ts'

/** Letters of the text of a section and of a header (docs.slack.dev, "Section block", "Header block"). */
const MAX_SECTION = 3_000
const MAX_HEADER = 150

/** Of the 50 blocks of a message, two for each notice, and one before and after them. */
const MAX_NOTICES = 24

/**
 * Slack’s incoming webhook (docs.slack.dev, "Sending messages using incoming webhooks"). Texts with names are `plain_text`, in which no
 * markup, mention or link is seen; only our own link is `mrkdwn`.
 */
export const slack: Chat = {
  most: MAX_NOTICES,
  // `action_prohibited`, `no_service` and `channel_is_archived`.
  gone: [403, 404, 410],
  request: (url, digest) => {
    const rest = restOf(digest)
    const blocks = [
      { type: 'header', text: plain(digest.heading, MAX_HEADER) },
      ...digest.notices.flatMap((notice) => blocksOf(notice, digest.notices.length > 1)),
      ...(rest === null ? [] : [{ type: 'section', text: plain(rest, MAX_SECTION) }]),
    ]
    const text = escaped(shortened(digest.heading, MAX_HEADER))
    return { url, body: { text, blocks, unfurl_links: false, unfurl_media: false } }
  },
}

function blocksOf({ title, text, page }: Notice, hasTitle: boolean) {
  const lines = [...(hasTitle ? [title] : []), ...text].join('\n')
  const link = page && {
    type: 'context',
    elements: [{ type: 'mrkdwn', text: `<${escaped(page)}|Open its page>`, verbatim: true }],
  }
  return [{ type: 'section', text: plain(lines, MAX_SECTION) }, ...(link ? [link] : [])]
}

function plain(text: string, most: number) {
  // Also in `plain_text` no sign that begins a mention elsewhere.
  const safe = text.replaceAll('<', '‹').replaceAll('>', '›')
  return { type: 'plain_text', text: shortened(safe, most), emoji: false }
}

/** The three characters that control sequences are made of (docs.slack.dev, "Escaping text"). */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
