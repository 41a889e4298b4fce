import { toText } from './to-text.ts'

/** Most bytes of an answer. Longer ones cost an agent more than they are worth. */
export const MAX_ANSWER_BYTES = 15_000

/** Most items that are named when they are left out, and the longest id. */
const MAX_IDS = 10
const MAX_ID = 60

/** Room for the lines that say what was left out. */
const NOTE_BYTES = 400 + MAX_IDS * MAX_ID

/** Room for the line that says that the data is stale. */
const STALE_BYTES = 40

type Lists = [path: string, list: unknown[]][]

/** Whether a document is an answer as it is, also with the line that it is stale. */
export function isShort(document: Record<string, unknown>): boolean {
  return bytesOf(toText(document)) <= MAX_ANSWER_BYTES - STALE_BYTES
}

/**
 * A document as text of at most `MAX_ANSWER_BYTES`. Where it is longer, its largest lists lose their last items, and `leftOut` says how many,
 * by the path of the list, and `leftOutIds` which, where they have ids. Changes nothing of the document.
 */
export function shorten(document: Record<string, unknown>): string {
  const whole = toText(document)
  if (bytesOf(whole) <= MAX_ANSWER_BYTES) return whole
  const cut = structuredClone(document)
  const leftOut = new Map<string, number>()
  const ids: string[] = []
  let text = whole
  while (bytesOf(text) > MAX_ANSWER_BYTES - NOTE_BYTES) {
    const [largest] = listsOf(cut).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
    if (!largest) break
    const [path, list] = largest
    const items = Math.max(1, Math.floor(list.length / 10))
    ids.unshift(...list.slice(-items).flatMap(idOf))
    list.length -= items
    leftOut.set(path, (leftOut.get(path) ?? 0) + items)
    text = toText(cut)
  }
  const note =
    'Left out to keep the answer short. Ask with a smaller limit, another page or fewer ids.'
  const named = ids.length > 0 && ids.length <= MAX_IDS && { leftOutIds: ids }
  return toText({ leftOut: Object.fromEntries(leftOut), ...named, note, ...cut })
}

/** What an item is asked for by, in a list of its own. */
function idOf(item: unknown): string[] {
  const { id } = Object(item)
  return typeof id === 'string' && id.length <= MAX_ID ? [id] : []
}

/** Every list with items in it, with the names that lead to it. Lists of other lists come first. */
function listsOf(value: unknown, path: string[] = []): Lists {
  if (Array.isArray(value)) {
    const own: Lists = value.length > 0 ? [[path.join('.'), value]] : []
    return [...own, ...value.flatMap((item) => listsOf(item, path))]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => listsOf(item, [...path, name]))
}

function sizeOf(list: unknown[]): number {
  return JSON.stringify(list).length
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
