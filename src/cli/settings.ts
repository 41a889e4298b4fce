import type { ClientOptions } from '../client/index.ts'
import type { Value } from './options.ts'
import { WrongUse } from './wrong-use.ts'

const DEFAULT_SITE = 'http://localhost:8888'
const DEFAULT_SECONDS = 30
const MAX_SECONDS = 600
/** A person waits: fewer tries than a program makes. */
const RETRIES = 2
const LONGEST_WAIT_MS = 10_000

export interface Settings {
  /** The site's address without a user name or password, to be shown. */
  site: string
  client: ClientOptions
  /** A key of the sandbox, whose protocols are invented. */
  isSandbox: boolean
}

/** The settings of a command from its options and the environment. Throws `WrongUse` where one is wrong. */
export function readSettings(
  values: Record<string, Value>,
  env: Record<string, string | undefined>,
): Settings {
  const [from, baseUrl] =
    typeof values.url === 'string'
      ? ['--url', values.url]
      : ['PLIMSOLL_URL', env.PLIMSOLL_URL?.trim() || DEFAULT_SITE]
  const seconds = typeof values.timeout === 'number' ? values.timeout : DEFAULT_SECONDS
  if (seconds <= 0 || seconds > MAX_SECONDS) {
    throw new WrongUse(`--timeout must be more than 0 and at most ${MAX_SECONDS} seconds.`)
  }
  const apiKey = env.PLIMSOLL_API_KEY?.trim()
  return {
    site: siteOf(baseUrl, from),
    isSandbox: apiKey?.startsWith('dpk_test_') ?? false,
    client: {
      ...{ baseUrl, timeoutMs: seconds * 1_000, maxRetries: RETRIES, maxWaitMs: LONGEST_WAIT_MS },
      ...(apiKey ? { apiKey } : {}),
    },
  }
}

function siteOf(text: string, from: string): string {
  const example = 'such as https://example.org'
  if (!URL.canParse(text)) throw new WrongUse(`${from} must be the address of a site, ${example}.`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new WrongUse(`${from} must begin with http:// or https://, ${example}.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new WrongUse(`${from} must not have a user name or password.`)
  }
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '')
}
