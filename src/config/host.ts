import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { NODE_DOWNLOAD_KB } from '../contract/admission.ts'
import { PlimsollError } from '../domain/errors.ts'

/** Addresses of proxies on this machine. */
export const LOOPBACK = ['127.0.0.0/8', '::1']

/** Environment variables of the Node host. */
export const hostEnvironment = z.object({
  /** Address to listen on. The default accepts connections from this machine only. */
  HOST: z
    .string()
    .regex(/^[0-9A-Za-z.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8888),
  /** Processes that serve; `auto`: one for each processor. */
  WORKERS: z
    .union([z.literal('auto'), z.coerce.number().int().min(1).max(64)], {
      error: 'must be auto or a whole number from 1 to 64',
    })
    .default(1),
  /** Header in which a proxy sends the client's address. Leave it empty without a proxy: any client can send a header. */
  TRUST_PROXY: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
    .transform((name) => name.toLowerCase())
    .optional(),
  /** Proxies whose header is trusted. */
  TRUST_PROXY_FROM: z
    .string()
    .default(LOOPBACK.join(','))
    .transform((text) => text.split(',').map((peer) => peer.trim()))
    .refine(
      (peers) => peers.every(isAddressOrPrefix),
      'must be a comma-separated list of addresses or prefixes such as 10.0.0.0/8',
    ),
  /** Megabytes of the store and tables that all clients together may download in a day. */
  DOWNLOAD_MB_A_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(NODE_DOWNLOAD_KB / 1_000),
  /** Where `/metrics` is served; nowhere without it. Anyone who can connect there can read it. */
  METRICS_ADDRESS: z
    .string()
    .regex(
      /^(\[[0-9a-fA-F:]+\]|[0-9A-Za-z.-]+):\d{1,5}$/,
      'must be HOST:PORT, such as 127.0.0.1:9464',
    )
    .transform((text) => {
      const at = text.lastIndexOf(':')
      return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) }
    })
    .refine(({ port }) => port <= 65_535, 'must have a port up to 65535')
    .optional(),
  /** `json`: one line for every request, not only for faults. */
  LOG: z.enum(['faults', 'json']).default('faults'),
})

/** Addresses that are every one of a machine. */
const EVERYWHERE = ['0.0.0.0', '::']

export interface HostSettings {
  /** Address to listen on. */
  host: string
  port: number
  /** Processes that serve; `auto`: one for each processor. */
  workers: number | 'auto'
  /** Lower-case name of the header with the client's address; null without a proxy in front. */
  trustProxy: string | null
  /** Addresses and prefixes of the proxies whose header is trusted. */
  trustProxyFrom: string[]
  /** Kilobytes that all clients together may download in a day. */
  downloadKilobytes: number
  log: 'faults' | 'json'
  /** Where metrics are served; null: nowhere. */
  metrics: { host: string; port: number } | null
}

/** Throws `CONFIG_INVALID` where metrics would be served on the public port. */
export function hostSettings(data: z.infer<typeof hostEnvironment>): HostSettings {
  const metrics = data.METRICS_ADDRESS ?? null
  const isEverywhere = [metrics?.host, data.HOST].some((host) => host && EVERYWHERE.includes(host))
  const isSame = metrics?.port === data.PORT && (isEverywhere || metrics.host === data.HOST)
  if (isSame && data.PORT !== 0) {
    const message = `METRICS_ADDRESS needs another port than PORT, which is ${data.PORT}`
    throw new PlimsollError('CONFIG_INVALID', `Check the environment: ${message}.`)
  }
  return {
    host: data.HOST,
    port: data.PORT,
    workers: data.WORKERS,
    trustProxy: data.TRUST_PROXY ?? null,
    trustProxyFrom: data.TRUST_PROXY_FROM,
    downloadKilobytes: data.DOWNLOAD_MB_A_DAY * 1_000,
    log: data.LOG,
    metrics,
  }
}

function isAddressOrPrefix(text: string): boolean {
  const isV4 = text.includes('.') && !text.includes(':')
  if (!text.includes('/'))
    return isV4 ? ipaddr.IPv4.isValidFourPartDecimal(text) : ipaddr.IPv6.isValid(text)
  return isV4 ? ipaddr.IPv4.isValidCIDRFourPartDecimal(text) : ipaddr.IPv6.isValidCIDR(text)
}
