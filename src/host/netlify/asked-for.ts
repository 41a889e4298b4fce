import { digestOf } from '../../state/api-key.ts'

/** Header in which a function of this site says for which client it asks the gateway. */
export const ASKED_FOR = 'x-plimsoll-asked-for'

/** The address in whose place the build of this site asks: no client has it. */
export const OWN_BUILD = '::'

const FORM = /^(\d{1,15}) ([\da-f]{64}) ([\da-f.:]{2,45})$/i
const MAX_AGE_MS = 120_000

/** The header for a client's address: the time, an HMAC of both with the secret of the state, and the address. */
export async function askedFor(secret: string, ip: string, now: number): Promise<string> {
  return `${now} ${await markOf(secret, ip, now)} ${ip}`
}

/**
 * The address that a function of this site named at most two minutes ago; null for any other text, such as one that a client made up: it is
 * then an ordinary request from its own address.
 */
export async function readAskedFor(
  secret: string,
  text: string | null,
  now: number,
): Promise<string | null> {
  const [, time = '', mark = '', ip = ''] = FORM.exec(text ?? '') ?? []
  if (ip === '' || Math.abs(now - Number(time)) > MAX_AGE_MS) return null
  // Comparing digests of both with a secret key takes a time that says nothing about the mark.
  const wanted = await markOf(secret, ip, Number(time))
  const [given, right] = await Promise.all([digestOf(secret, mark), digestOf(secret, wanted)])
  return given === right ? ip : null
}

function markOf(secret: string, ip: string, time: number): Promise<string> {
  return digestOf(secret, `asked for ${time} ${ip}`)
}

/**
 * A fetch for a build: requests to the site itself say so, and its limits of downloads let them through, since a build that cannot read the
 * last store publishes nothing. Without a site or a secret it is `request` itself.
 */
export function fetchAsBuild(
  { siteUrl, secret, now }: { siteUrl: string | null; secret: string | null; now: () => number },
  request: typeof fetch,
): typeof fetch {
  if (siteUrl === null || secret === null) return request
  return async (input, init) => {
    const wanted = new Request(input, init)
    if (new URL(wanted.url).origin === new URL(siteUrl).origin) {
      wanted.headers.set(ASKED_FOR, await askedFor(secret, OWN_BUILD, now()))
    }
    return request(wanted)
  }
}
