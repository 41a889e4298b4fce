import { expect, test } from 'vitest'
import { memoryRecords } from '../../testing/state/memory-records.ts'
import { withReplicas } from './replicas.ts'

test('a write waits for a replica, and none is waited for during five seconds after none confirmed', async () => {
  const sent: unknown[] = []
  let replicas = 1
  let now = 0
  const command = async (words: (string | number)[]) => {
    sent.push(words)
    return replicas
  }
  const store = withReplicas(memoryRecords(), command, () => now)
  const write = (name: string) => store.write([{ name, text: 'x', version: null }])
  expect(await write('a')).toBe(true)
  expect(sent).toEqual([['WAIT', 1, 200]])
  expect(await write('a')).toBe(false)
  expect(sent).toHaveLength(1)
  replicas = 0
  await write('b')
  now = 4_999
  await write('c')
  expect(sent).toHaveLength(2)
  now = 5_000
  await write('d')
  expect(sent).toHaveLength(3)
})
