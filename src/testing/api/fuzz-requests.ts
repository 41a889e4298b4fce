import fc from 'fast-check'
import { THRESHOLDS } from '../../contract/query.ts'
import hostile from './fuzz-parts.json' with { type: 'json' }

export interface FuzzRequest {
  bytes: Buffer
  method: string
  /** The path as it was sent, without the query; empty when the request has none. */
  pathname: string
  /** Proper HTTP: it must be answered as such. Anything else may be refused or dropped. */
  wellFormed: boolean
}

export interface FuzzWorld {
  ids: string[]
  keys: string[]
  clientHeader: string
}

const NAMES = [
  'page',
  'per_page',
  'chain',
  'category',
  'min_credit_score',
  'sort_by',
  'sort_dir',
  'sort',
  'order',
  'set',
  'q',
  'limit',
  ...Object.keys(THRESHOLDS),
]

const VALUES = [...hostile.values, '9'.repeat(400), ','.repeat(300), 'a,'.repeat(300)]

const WALLETS = [
  '0x5ca1ab1e00000000000000000000000000000001',
  `0x${'0'.repeat(40)}`,
  'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2',
  'a.eth',
  'b.sol',
  '.eth',
  `${'a.'.repeat(500)}eth`,
  `${'a'.repeat(5_000)}.eth`,
  '%F0%9F%A6%84.eth',
]

const METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'SEARCH']

/** Printable text without what ends a request's target. */
const text = fc.string({
  unit: fc.constantFrom(...'aZ09-._~!$&\'()*+,;=:@/?[]{}|^`"<>'),
  maxLength: 30,
})

const encodedUnicode = fc.string({ unit: 'grapheme', maxLength: 12 }).map((raw) => {
  try {
    return encodeURIComponent(raw)
  } catch {
    return '%EF%BF%BD'
  }
})

const segment = fc.oneof(text, encodedUnicode, fc.constantFrom(...hostile.traversals))

/** Valid, broken and hostile requests, in one seeded stream. */
export function requests(world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const proper = properRequests(world)
  return fc.oneof(
    { weight: 17, arbitrary: proper },
    { weight: 1, arbitrary: hugeRequests(world) },
    { weight: 2, arbitrary: brokenRequests(proper) },
  )
}

/** So many requests of one address, right after one another: more than a minute admits, wherever in it they begin. */
export function burst(clientHeader: string, count: number): FuzzRequest[] {
  const paths = [
    '/v1/stats',
    '/v1/protocols',
    '/v1/screener',
    '/v1/protocols/nobody',
    '/v1/nothing',
  ]
  return Array.from({ length: count }, (_, at) => {
    const pathname = paths[at % paths.length] ?? ''
    const head = `GET ${pathname} HTTP/1.1\r\nHost: localhost\r\n${clientHeader}: 203.0.113.200\r\n\r\n`
    return { bytes: Buffer.from(head), method: 'GET', pathname, wellFormed: true }
  })
}

function properRequests(world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant('GET') },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: paths(world.ids),
      query: queries(),
      headers: headerLists(world),
      form: fc.constantFrom('origin', 'origin', 'origin', 'origin', 'absolute'),
    })
    .map(({ method, path, query, headers, form }) => {
      const pathname = path.replaceAll(/[?#]/g, '')
      const target = `${form === 'absolute' ? 'http://plimsoll.example' : ''}${pathname}${query}`
      const lines = [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers]
      return {
        bytes: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
        method,
        pathname,
        wellFormed: true,
      }
    })
}

function paths(ids: string[]): fc.Arbitrary<string> {
  const known = fc.constantFrom(...ids).map((id) => `/v1/protocols/${encodeURIComponent(id)}`)
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('/v1/protocols', '/v1/screener') },
    { weight: 2, arbitrary: fc.constantFrom('/v1/health', '/v1/stats', '/v1/usage') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('/v1', '/v1/search', '/v1/chains', '/v1/categories'),
    },
    { weight: 3, arbitrary: known },
    { weight: 2, arbitrary: segment.map((part) => `/v1/protocols/${part}`) },
    {
      weight: 2,
      arbitrary: fc.oneof(fc.constantFrom(...WALLETS), segment).map((part) => `/v1/wallet/${part}`),
    },
    {
      weight: 2,
      arbitrary: fc.array(segment, { maxLength: 5 }).map((all) => `/v1/${all.join('/')}`),
    },
    { weight: 1, arbitrary: fc.array(segment, { maxLength: 5 }).map((all) => `/${all.join('/')}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('/', '//', '/./', '/x/../', '/%2e%2e/', '/v1/../', '/v1/%2e%2e/', '/\\'),
          fc.constantFrom('_data', '_DATA', '%5fdata', '_fn', '%255fdata', '_data%2f'),
          fc.constantFrom('/live/stats.json', '/manifest.json', '/screener', '%2flive', ''),
        )
        .map((parts) => parts.join('')),
    },
  )
}

function queries(): fc.Arbitrary<string> {
  const pair = fc
    .tuple(
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...NAMES) }, segment),
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...VALUES) }, segment),
      fc.constantFrom('=', '=', '=', '', '=='),
    )
    .map(([name, value, sign]) => `${name}${sign}${value}`)
  const sound = fc
    .record({
      page: fc.integer({ min: 1, max: 40 }),
      size: fc.integer({ min: 1, max: 100 }),
      more: fc.constantFrom(
        '',
        '&chain=Ethereum',
        '&category=Lending,CDP',
        '&sort=tvl',
        '&sort_by=name',
      ),
    })
    .map(({ page, size, more }) => `?page=${page}&per_page=${size}${more}`)
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: sound },
    {
      weight: 5,
      arbitrary: fc.array(pair, { minLength: 1, maxLength: 6 }).map((all) => `?${all.join('&')}`),
    },
    { weight: 1, arbitrary: segment.map((junk) => `?${junk}`) },
  )
}

function headerLists({ keys, clientHeader }: FuzzWorld): fc.Arbitrary<string[]> {
  const junk = fc.string({ unit: fc.constantFrom(...'aZ0-_.,;="*/ \t\u00e9\u00ff'), maxLength: 40 })
  const key = fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...keys) },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: fc.constantFrom(...keys).map((text) => `${text.slice(0, -1)}0`) },
  )
  const client = fc.oneof(
    { weight: 2, arbitrary: fc.constant('192.0.2.7') },
    { weight: 6, arbitrary: fc.ipV4() },
    { weight: 2, arbitrary: fc.ipV6() },
    { weight: 1, arbitrary: junk },
  )
  const others = fc.oneof(
    fc.constantFrom('*', '"x"', 'W/"x"', '"x', ',,,').map((tag) => `If-None-Match: ${tag}`),
    fc
      .constantFrom('br', 'gzip', 'gzip;q=0', '*', 'br;q=1.0, *;q=0.1', 'identity')
      .map((coding) => `Accept-Encoding: ${coding}`),
    fc
      .constantFrom('bytes=0-1', 'bytes=3-1', 'bytes=-', 'bytes=9999999-')
      .map((range) => `Range: ${range}`),
    fc.constantFrom(
      'Expect: nonsense',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Connection: keep-alive',
    ),
    fc.constantFrom('X-Forwarded-For: 1.1.1.1', 'Origin: null', 'X-HTTP-Method-Override: DELETE'),
    fc.constantFrom('X-Request-Id: mine', 'Forwarded: for=1', 'Content-Type: x', 'Cookie: a=b'),
    junk.map((value) => `X-Junk: ${value}`),
  )
  return fc
    .tuple(fc.option(key, { freq: 2 }), client, fc.array(others, { maxLength: 3 }), fc.boolean())
    .map(([sentKey, address, rest, twice]) => [
      `${clientHeader}: ${address}`,
      ...(sentKey === null ? [] : [`X-API-Key: ${sentKey}`]),
      ...(sentKey !== null && twice && rest.length === 3 ? [`x-api-key: ${sentKey}`] : []),
      ...rest,
    ])
}

function hugeRequests({ clientHeader }: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(
      fc.constantFrom(1_000, 8_000, 15_000, 16_384, 20_000, 70_000),
      fc.constantFrom('path', 'query', 'header', 'headers', 'key'),
    )
    .map(([size, where]) => {
      const long = 'a'.repeat(size)
      const pathname = where === 'path' ? `/v1/protocols/${long}` : '/v1/protocols'
      const lines = [
        `GET ${pathname}${where === 'query' ? `?chain=${long}` : ''} HTTP/1.1`,
        'Host: localhost',
        `${clientHeader}: 198.51.100.${size % 250}`,
        ...(where === 'header' ? [`X-Long: ${long}`] : []),
        ...(where === 'key' ? [`X-API-Key: ${long}`] : []),
        ...(where === 'headers'
          ? Array.from({ length: Math.ceil(size / 20) }, (_, i) => `X-Many-${i}: aaaaaaaaaa`)
          : []),
      ]
      const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
      return {
        bytes,
        method: 'GET',
        pathname,
        wellFormed: bytes.length < 15_500 && where !== 'headers',
      }
    })
}

/** Proper requests with something broken in them, and bytes that never were one. */
function brokenRequests(proper: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  const cut = fc
    .tuple(proper, fc.nat(400))
    .map(([{ bytes }, length]) => bytes.subarray(0, Math.min(length, bytes.length - 1)))
  const flipped = fc.tuple(proper, fc.nat(400), fc.nat(255)).map(([{ bytes }, at, byte]) => {
    const copy = Buffer.from(bytes)
    copy[at % copy.length] = byte
    return copy
  })
  const head = 'GET /v1/stats HTTP/1.1\r\n'
  const fixed = fc.constantFrom(
    'GET /v1/stats HTTP/1.1\r\n\r\n',
    'GET /v1/stats HTTP/1.0\r\n\r\n',
    'GET /v1/stats HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /v1/stats\r\n\r\n',
    'BREW /v1/stats HTTP/1.1\r\nHost: x\r\n\r\n',
    'get /v1/stats HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET v1/stats HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
    'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/sta ts HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/stats HTTP/1.1\nHost: x\n\n',
    `${head}Host: a\r\nHost: b\r\n\r\n`,
    `${head}Host x\r\n\r\n`,
    `${head}Host: x\r\n folded: y\r\n\r\n`,
    `${head}Host: x\r\nBad\0Name: y\r\n\r\n`,
    `${head}Host: x\r\nX: a\0b\r\n\r\n`,
    `${head}Host: x\r\nContent-Length: -1\r\n\r\n`,
    `${head}Host: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    `${head}Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${head}Host: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    `${head}Host: x\r\nTransfer-Encoding: gzip\r\n\r\n`,
    `${head}Host: x\r\nContent-Length: 1000\r\n\r\nshort`,
    'POST /v1/stats HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello',
    '\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001',
  )
  return fc
    .oneof(
      cut,
      flipped,
      fixed.map((raw) => Buffer.from(raw, 'latin1')),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    )
    .map((bytes) => ({
      bytes,
      method: bytes.subarray(0, 5).toString('latin1') === 'HEAD ' ? 'HEAD' : 'GET',
      pathname: '',
      wellFormed: false,
    }))
}
