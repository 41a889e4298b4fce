import { type AccountDependencies, createAccountApi } from '../../account/account-api.ts'
import { createContractWalletVerifier } from '../../account/contract-wallet.ts'
import type { createMailer } from '../../alerts/mail.ts'
import { readAlertTable } from '../../alerts/read-published.ts'
import { type Sender, sendChallenge, sendConfirmation, sendTest } from '../../alerts/send.ts'
import { readWalletSettings } from '../../config/wallet.ts'
import { NETLIFY_SCANS } from '../../contract/admission.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { readResponse, unavailable } from '../../http/api-response.ts'
import { createHostLookup } from '../../http/host-addresses.ts'
import type { InternalFetch } from '../../http/internal-fetch.ts'
import type { FullState } from '../../state/full-state.ts'
import { openRemoteState } from '../../state/open-remote-state.ts'
import { revokedWithinSeconds } from '../../state/revoked-within.ts'
import { isSecretOf, secretChanged } from '../../state/secret-mark.ts'
import { isPaused } from '../../state/unusable.ts'
import {
  type AccountSettings,
  type FunctionContext,
  notSetUp,
  readAccountSettings,
} from './account-settings.ts'
import { faultLine, openBundledDocuments } from './bundled-documents.ts'

/** Where `netlify dev` answers. */
export const LOCAL_ORIGIN = 'http://localhost:8888'

const RETRY_AFTER_SECONDS = 30
const UNUSABLE = 'Accounts cannot be used at the moment. The log of the site says why.'

export interface AccountHostOptions extends Pick<AccountDependencies, 'now' | 'randomBytes'> {
  /** The wallet function, where it is a part of this one; absent: no scan is answered. */
  scanWallet?: (request: Request) => Promise<Response>
  /** Absent: no mail is sent. */
  createMailer?: typeof createMailer
  /** Folder with the bundled documents (`included_files` in netlify.toml). */
  root: string
  env: Readonly<Record<string, string | undefined>>
  fetch: typeof fetch
  newId: () => string
  /** Takes one line of JSON. */
  log: (line: string) => void
  openState?: typeof openRemoteState
}

type Handler = (request: Request, context: FunctionContext) => Promise<Response>

/**
 * The account API as a function. Reads its settings with the first request. When they are invalid, or the state was made with another
 * secret, answers every request with 503 and logs why: a wrong setting once, another secret with each request, since it may be corrected
 * in the store.
 */
export function createAccountHost(options: AccountHostOptions): Handler {
  const log = (error: unknown) => options.log(faultLine(error))
  let handler: Handler | undefined
  return async (request, context) => {
    handler ??= open(options, context, log)
    return await handler(request, context)
  }
}

function open(
  options: AccountHostOptions,
  first: FunctionContext,
  log: (error: unknown) => void,
): Handler {
  try {
    return openHandler(options, readAccountSettings(options.env, first), log)
  } catch (error) {
    if (!(error instanceof PlimsollError)) throw error
    log(error)
    return async () => notSetUp(UNUSABLE, RETRY_AFTER_SECONDS)
  }
}

function openHandler(
  options: AccountHostOptions,
  settings: AccountSettings,
  log: (error: unknown) => void,
): Handler {
  const { now, newId, log: write, openState = openRemoteState } = options
  const { stateUrl, stateToken: token, secret, addressHeader } = settings
  const open = new Set<FunctionContext>()
  const state = openState(stateUrl, {
    token,
    instance: newId(),
    clock: now,
    log: (error) => write(JSON.stringify({ level: 'error', error })),
    background: (work) => {
      // Any open request keeps the instance running until the counts are written.
      const [underWay] = open
      underWay?.waitUntil?.(work)
    },
  })
  const answer = accountApi(options, settings, state)
  let isChecked = false
  return async (request, context) => {
    open.add(context)
    try {
      isChecked ||= await isSecretOf(state, secret)
      if (!isChecked) throw secretChanged()
      const address = (addressHeader && request.headers.get(addressHeader)) || context.ip
      return await answer(request, address)
    } catch (error) {
      if (!isPaused(error)) log(error)
      return notSetUp(UNUSABLE, RETRY_AFTER_SECONDS)
    } finally {
      open.delete(context)
    }
  }
}

/** The account API over this state, with the alerts of the bundled documents. */
function accountApi(
  { root, env, fetch, now, scanWallet, randomBytes, log, createMailer }: AccountHostOptions,
  { stateUrl, secret, publicUrl, mail }: AccountSettings,
  state: FullState,
): ReturnType<typeof createAccountApi> {
  const loadDocument = openBundledDocuments(root)
  const wallet = readWalletSettings(env)
  const fetchInternal: InternalFetch = async (address) => {
    if (!scanWallet) return unavailable()
    return readResponse(await scanWallet(new Request(new URL(address, 'http://localhost'))))
  }
  const sender: Sender = {
    ...{ secret, now, lookup: createHostLookup(), isLocal: publicUrl === null },
    ...{ origin: publicUrl ?? LOCAL_ORIGIN, mail: (mail && createMailer?.(mail)) ?? null },
  }
  return createAccountApi({
    ...{ state, secret, publicUrl, now, randomBytes },
    revokedWithinSeconds: revokedWithinSeconds(stateUrl),
    alerts: {
      loadIndex: () => loadDocument('live/search.json'),
      loadTable: () => readAlertTable((name) => loadDocument(`live/${name}`)),
      sendChallenge: (webhook, token) => sendChallenge(webhook, token, sender),
      sendConfirmation:
        sender.mail && ((webhook, token) => sendConfirmation(webhook, token, sender)),
      sendTest: (webhook) => sendTest(webhook, sender),
    },
    verifyContractWallet: createContractWalletVerifier({
      chains: wallet.nodes.chains,
      fetch,
    }),
    scans: { fetchInternal, aDay: wallet.pageScans ?? NETLIFY_SCANS },
    log: (entry) => {
      if (entry.level === 'error' || env.LOG === 'json') log(JSON.stringify(entry))
    },
  })
}
