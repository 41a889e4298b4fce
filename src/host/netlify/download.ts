import { downloadKind } from '../../contract/admission.ts'
import { problemResponse } from '../../contract/problems.ts'
import { inPart } from '../../http/byte-range.ts'
import { withDeadline } from '../../http/deadline.ts'
import {
  type AddressIds,
  addressIds,
  admit,
  countersOf,
  downloadBudget,
  formatRefused,
  localAdmission,
  localIds,
  type Refused,
} from '../../state/admission.ts'
import { ASKED_FOR, OWN_BUILD, readAskedFor } from './asked-for.ts'
import { type EdgeContext, type EdgeHostOptions, readEdgeSettings } from './edge-settings.ts'

const STATE_DEADLINE_MS = 2_000

/** What is counted, as a refusal names it, and the kilobytes of a file whose length the platform does not say: as many as a large one has. */
const KINDS = {
  store: { what: 'downloads of the store', unknownKilobytes: 20_000 },
  table: { what: 'downloads of tables', unknownKilobytes: 5_000 },
}

/**
 * Limits downloads of the published store and tables, as an edge function: by address, by network, and by kilobytes of the whole site, in
 * which each byte costs credits. Beyond a limit it answers 429. What has no body costs nothing: the file is asked for first, and counted
 * when it would be sent. While the state store is down, each instance counts for itself. Builds of this site are not limited.
 */
export function createDownloadHost(
  options: EdgeHostOptions,
): (request: Request, context: EdgeContext) => Promise<Response> {
  let settings: ReturnType<typeof readEdgeSettings> | null = null
  const admitHere = localAdmission()
  return async (request, context) => {
    settings ??= readEdgeSettings(options, context, (work) => context.waitUntil(work))
    const { usable, addressHeader, downloadKilobytes } = settings
    const whole = await context.next(request, { sendConditionalRequest: true })
    const response = inPart(request, whole)
    if (response.status === 404) return notFound(response)
    const kind = downloadKind(new URL(request.url).pathname)
    const isSent = request.method === 'GET' && (response.status === 200 || response.status === 206)
    if (usable === null || kind === null || !isSent) return response
    const { state, secret } = usable
    const now = options.now()
    if ((await readAskedFor(secret, request.headers.get(ASKED_FOR), now)) === OWN_BUILD) {
      return response
    }
    const { what, unknownKilobytes } = KINDS[kind]
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    const kilobytes = length >= 0 ? Math.ceil(length / 1_000) : unknownKilobytes
    const counters = (ids: AddressIds) => {
      const [own, ...shared] = countersOf(kind, ids)
      return [own, ...shared, downloadBudget(downloadKilobytes, kilobytes)] as const
    }
    const address = (addressHeader && request.headers.get(addressHeader)) || context.ip
    const ask = async () => admit(state, counters(await addressIds(secret, address)), now)
    const refused = await withDeadline(ask(), STATE_DEADLINE_MS).catch(() =>
      admitHere(counters(localIds(address)), now),
    )
    if (refused === null) return response
    await response.body?.cancel()
    return refusal(refused, refused.scope === 'site' ? 'kilobytes of downloads' : what)
  }
}

function refusal(refused: Refused, what: string): Response {
  return problemResponse('RATE_LIMIT_EXCEEDED', {
    message: formatRefused(refused, what),
    headers: { 'Retry-After': String(refused.seconds) },
  })
}

/** A file that is not there is refused as programs expect it, not with the page for readers. */
async function notFound(response: Response): Promise<Response> {
  await response.body?.cancel()
  return problemResponse('NOT_FOUND', { headers: { 'Access-Control-Allow-Origin': '*' } })
}
