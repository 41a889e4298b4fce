import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import { BodyFailure, collect } from '../../chains/nodes/read-body.ts'
import { createHostLookup, type HostLookup } from '../../http/host-addresses.ts'
import { isPublicAddress } from '../../http/public-address.ts'

/** A gateway that must not be asked, or gave no valid answer. The message is a full sentence without the address. */
export class GatewayFailure extends Error {
  override name = 'GatewayFailure'
  /** The HTTP status of the answer, or null without an answer. */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

export interface CcipRequest {
  url: string
  method: 'GET' | 'POST'
  /** JSON, for a POST. */
  body: string | null
  signal: AbortSignal
}

export interface GatewayLimits {
  /** For the whole request, from the DNS look-up to the last byte. */
  timeoutMs: number
  maxBytes: number
}

export const GATEWAY_LIMITS: GatewayLimits = { timeoutMs: 2_000, maxBytes: 64 * 1024 }

/** What tests replace: DNS, the address check and trusted certificates. */
export interface GatewayWorld {
  addressesOf: HostLookup
  isAllowed(address: string): boolean
  /** Certificates to trust instead of the built-in ones. */
  ca?: string
}

const REAL_WORLD: GatewayWorld = {
  addressesOf: createHostLookup(),
  isAllowed: isPublicAddress,
}

const MAX_URL_LENGTH = 16 * 1024

/**
 * The body of a gateway's answer. The owner of the name chose the gateway and may be hostile, so only https is allowed, all addresses
 * of the host must be public, redirects and credentials are refused, and time and size are limited. The connection goes to the
 * address that was checked, because a second DNS look-up could return another one. Throws `GatewayFailure`.
 */
export async function askGateway(
  { url, method, body, signal }: CcipRequest,
  limits: GatewayLimits = GATEWAY_LIMITS,
  world: GatewayWorld = REAL_WORLD,
): Promise<string> {
  const target = parseUrl(url)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)])
  const { maxBytes } = limits
  const work = async () => {
    const address = await checkedAddress(target, world, deadline)
    deadline.throwIfAborted()
    return await exchange(target, address, {
      method,
      body,
      signal: deadline,
      maxBytes,
      ca: world.ca,
    })
  }
  try {
    return await beforeAbort(work(), deadline)
  } catch (error) {
    if (deadline.aborted) throw new GatewayFailure('A gateway did not answer in time.')
    throw error
  }
}

function parseUrl(url: string): URL {
  const target = url.length > MAX_URL_LENGTH ? null : URL.parse(url)
  if (!target) throw new GatewayFailure('The URL of a gateway is invalid or too long.')
  if (target.protocol !== 'https:')
    throw new GatewayFailure('The URL of a gateway does not use https.')
  if (target.username !== '' || target.password !== '') {
    throw new GatewayFailure('The URL of a gateway contains credentials.')
  }
  return target
}

/** The host without the brackets of an IPv6 literal. The URL parser has already turned `2130706433` and `0x7f.1` into dotted form. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

async function checkedAddress(
  target: URL,
  world: GatewayWorld,
  signal: AbortSignal,
): Promise<string> {
  const host = hostOf(target)
  const addresses = isIP(host) === 0 ? await lookUp(host, world, signal) : [host]
  // A private address among public ones may be an attempt to get past this check.
  if (!addresses.every((address) => world.isAllowed(address))) {
    throw new GatewayFailure('A gateway has an address that is not public.')
  }
  const address = addresses.find((each) => isIP(each) === 4) ?? addresses[0]
  if (address === undefined) throw new GatewayFailure('A gateway has no address.')
  return address
}

async function lookUp(host: string, world: GatewayWorld, signal: AbortSignal): Promise<string[]> {
  try {
    return await world.addressesOf(host, signal)
  } catch {
    throw new GatewayFailure('The host of a gateway could not be looked up.')
  }
}

interface Exchange {
  method: string
  body: string | null
  signal: AbortSignal
  maxBytes: number
  ca: string | undefined
}

async function exchange(target: URL, address: string, options: Exchange): Promise<string> {
  const { method, body, signal, maxBytes, ca } = options
  const host = hostOf(target)
  const response = await send(body, {
    agent: false,
    host: address,
    port: target.port === '' ? 443 : Number(target.port),
    path: `${target.pathname}${target.search}`,
    method,
    // The certificate must be valid for the host name, although the connection goes to an address.
    servername: isIP(host) === 0 ? host : '',
    headers: {
      Host: target.host,
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      ...(body === null
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    },
    signal,
    ...(ca === undefined ? {} : { ca }),
  })
  try {
    const status = response.statusCode ?? 0
    // A redirect is not followed, because its target was not checked.
    if (status !== 200)
      throw new GatewayFailure(`A gateway answered with status ${status}.`, status)
    return new TextDecoder().decode(await collect(response, maxBytes))
  } catch (error) {
    if (error instanceof GatewayFailure) throw error
    const isLong = error instanceof BodyFailure && error.kind === 'too-long'
    const what = isLong ? 'sent more bytes than allowed' : 'closed the connection before the end'
    throw new GatewayFailure(`A gateway ${what}.`)
  } finally {
    response.destroy()
  }
}

/** Sends a request. Resolves when the headers have arrived; the body is not read yet. */
function send(body: string | null, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = requestHttps(options, resolve)
    request.on('error', () => reject(new GatewayFailure('A gateway could not be reached.')))
    request.end(body ?? undefined)
  })
}
