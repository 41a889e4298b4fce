import {
  booleanIn,
  isObject,
  numberIn,
  objectIn,
  objectsIn,
  oneOf,
  textIn,
} from '../dom/read-values.ts'

/** A webhook as the page shows it. */
export interface WebhookView {
  id: string
  url: string
  watch: WatchView
  stopped: 'failing' | 'paused' | null
  /** How the last challenge ended; null once the address echoed one. */
  pending: AttemptView | null
  waiting: number
  /** Newest first. */
  deliveries: DeliveryView[]
}

export interface WatchView {
  /** Null for every protocol. */
  protocols: string[] | null
  levelChanges: boolean
  incidents: boolean
  thresholds: ThresholdView[]
}

export interface ThresholdView {
  protocol: string
  score: string
  limit: number
}

export interface DeliveryView {
  type: string
  /** ISO 8601. */
  at: string
  protocol: string | null
  status: 'waiting' | 'delivered' | 'given-up'
  attempts: number
  lastAttempt: AttemptView | null
}

export interface AttemptView {
  at: string
  /** HTTP status; null without a response. */
  status: number | null
  problem: string | null
}

/** Reads a webhook of the account API; null when it is not of its form. */
export function readWebhook(record: object): WebhookView | null {
  const id = textIn(record, 'id')
  const url = textIn(record, 'url')
  if (id === null || url === null) return null
  const watch = objectIn(record, 'watch')
  return {
    id,
    url,
    watch: {
      protocols: textsIn(watch, 'protocols'),
      levelChanges: booleanIn(watch, 'levelChanges') ?? false,
      incidents: booleanIn(watch, 'incidents') ?? false,
      thresholds: present(objectsIn(watch, 'thresholds'), readThreshold),
    },
    stopped: oneOf(record, 'stopped', ['failing', 'paused']),
    pending: attemptIn(record, 'pending'),
    waiting: numberIn(record, 'waiting') ?? 0,
    deliveries: present(objectsIn(record, 'deliveries'), readDelivery),
  }
}

/** Reads how an attempt ended; null when it is not of its form. */
export function readAttempt(record: object): AttemptView | null {
  const at = textIn(record, 'at')
  const [status, problem] = [numberIn(record, 'status'), textIn(record, 'problem')]
  return at === null ? null : { at, status, problem }
}

function readThreshold(record: object): ThresholdView | null {
  const [protocol, score] = [textIn(record, 'protocol'), textIn(record, 'score')]
  const limit = numberIn(record, 'limit')
  return protocol === null || score === null || limit === null ? null : { protocol, score, limit }
}

function readDelivery(record: object): DeliveryView | null {
  const [type, at] = [textIn(record, 'type'), textIn(record, 'at')]
  const status = oneOf(record, 'status', ['waiting', 'delivered', 'given-up'])
  if (type === null || at === null || status === null) return null
  return {
    type,
    at,
    status,
    protocol: textIn(record, 'protocol'),
    attempts: numberIn(record, 'attempts') ?? 0,
    lastAttempt: attemptIn(record, 'lastAttempt'),
  }
}

function attemptIn(of: object, name: string): AttemptView | null {
  const value: unknown = Reflect.get(of, name)
  return isObject(value) ? readAttempt(value) : null
}

function present<T>(records: object[] | null, read: (record: object) => T | null): T[] {
  return (records ?? []).map(read).filter((each) => each !== null)
}

function textsIn(of: object, name: string): string[] | null {
  const value: unknown = Reflect.get(of, name)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null
}
