import { describe, expect, test } from 'vitest'
import { parseRedisServers } from './servers.ts'

describe(parseRedisServers, () => {
  test.each([
    ['redis://:p@host:6380/2', { mode: 'one', url: 'redis://:p@host:6380/2' }],
    [
      'redis+sentinel://us:p%40ss@one:26380,two,[::1]:5/plimsoll',
      {
        mode: 'sentinel',
        name: 'plimsoll',
        addresses: [
          { host: 'one', port: 26_380 },
          { host: 'two', port: 26_379 },
          { host: '::1', port: 5 },
        ],
        ...{ username: 'us', password: 'p@ss', isTls: false },
      },
    ],
    [
      'rediss+cluster://:p@10.0.0.1,10.0.0.2:7000',
      {
        mode: 'cluster',
        addresses: [
          { host: '10.0.0.1', port: 6_379 },
          { host: '10.0.0.2', port: 7_000 },
        ],
        ...{ password: 'p', isTls: true },
      },
    ],
  ])('%s is understood', (text, expected) => {
    expect(parseRedisServers(text)).toEqual(expected)
  })

  test.each([
    'redis+sentinel://host',
    'redis+sentinel://host/',
    'redis+sentinel:///name',
    'redis+sentinel://host:99999/name',
    'redis+sentinel://a,,b/name',
    'redis+sentinel://:%zz@host/name',
    'redis+cluster://host/name',
    'redis+cluster://u:p@x@host',
    'redis+other://host',
  ])('%s is not', (text) => {
    expect(parseRedisServers(text)).toBeNull()
  })
})
