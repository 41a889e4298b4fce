import { MAX_WATCHED } from '../../contract/alert-limits.ts'
import { counted } from '../../domain/format.ts'
import { isAccountView } from '../account/account-view.ts'
import { requestProblem } from '../account/problems.ts'
import type { Send } from '../account/requests.ts'
import { type Problem, problem } from '../dom/show-problem.ts'

export type Followed = { isDone: true; words: string } | { isDone: false; problem: Problem }

const NONE = problem(
  'This account has no webhook yet.',
  'Make one on the account page; then this button adds the protocols to it.',
  null,
)

/** Makes the account's first webhook watch these protocols too. Never rejects. `now` in milliseconds since 1970. */
export async function watchByWebhook(
  ids: readonly string[],
  send: Send,
  now: () => number,
): Promise<Followed> {
  const answer = await send('account')
  if (!answer.isDone) return { isDone: false, problem: requestProblem(answer.failure, now()) }
  if (!isAccountView(answer.data)) return { isDone: false, problem: NONE }
  const { account, webhooks } = answer.data
  const [first] = webhooks
  if (!first) return { isDone: false, problem: NONE }
  const { id, url, watch } = first
  const place = URL.parse(url)?.host || url
  if (watch.protocols === null) {
    return { isDone: true, words: `The webhook at ${place} watches every protocol already.` }
  }
  const protocols = [...new Set([...watch.protocols, ...ids])]
  if (protocols.length > MAX_WATCHED) {
    const text = `It would watch ${protocols.length}. Remove some here or on the account page.`
    const title = `A webhook watches at most ${MAX_WATCHED} protocols.`
    return { isDone: false, problem: problem(title, text) }
  }
  const changed = { id, watch: { ...watch, protocols } }
  const done = await send('webhooks/update', changed, account.id)
  return done.isDone
    ? {
        isDone: true,
        words: `The webhook at ${place} watches ${counted(protocols.length, 'protocol')} now.`,
      }
    : { isDone: false, problem: requestProblem(done.failure, now()) }
}
