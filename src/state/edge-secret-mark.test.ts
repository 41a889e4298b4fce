import { expect, onTestFinished, test } from 'vitest'
import { NO_REDIS, startRedis, startRedisOverHttp } from '../testing/api/local-redis.ts'
import { readSecretMark } from './edge-secret-mark.ts'
import { openRemoteState } from './open-remote-state.ts'

const options = { token: 'a token of the tests', instance: 'one', clock: Date.now }

test.skipIf(NO_REDIS !== null)('the edge reads the mark that the function wrote', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const bridge = await startRedisOverHttp(redis.url, options.token)
  onTestFinished(() => bridge.stop())

  expect(await readSecretMark(bridge.url, options)).toBeNull()
  await openRemoteState(bridge.url, options).markSecret('a mark')
  expect(await readSecretMark(bridge.url, options)).toBe('a mark')
})

test('a store that the edge cannot use has none', async () => {
  await expect(readSecretMark('sqlite:x', options)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  })
})
