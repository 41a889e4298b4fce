import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { PlimsollError } from '../domain/errors.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { type EndpointReader, readJson } from './reader.ts'
import { recorder, recordingReader } from './recording.ts'
import type { Endpoint } from './source.ts'

let dir: string

beforeEach(() => {
  dir = folderOfTest()
})

describe(recordingReader, () => {
  test('a recorded body is read', async () => {
    await keep('api.llama.fi/hacks.json', '[]')
    expect(await recordingReader(dir).read(anEndpoint())).toBe('[]')
    expect(await readJson(recordingReader(dir), anEndpoint())).toEqual([])
  })

  test('an endpoint without a file is said to be not recorded', async () => {
    await expect(recordingReader(dir).read(anEndpoint())).rejects.toMatchObject({
      code: 'NOT_RECORDED',
      message: 'The recording does not contain DefiLlama /hacks.',
    })
  })

  test.each([
    ['a folder', 'api.llama.fi'],
    ['below a file', 'api.llama.fi/hacks.json/x.json'],
    ['too long', `api.llama.fi/${'x'.repeat(300)}.json`],
  ])('a name that is %s is not recorded', async (_, recordAs) => {
    await keep('api.llama.fi/hacks.json', '[]')
    const reading = recordingReader(dir).read(anEndpoint({ recordAs }))
    await expect(reading).rejects.toMatchObject({ code: 'NOT_RECORDED' })
  })

  test('a folder that is not there is refused at once, named as it was typed', () => {
    const error = refusal(() => recordingReader('./no/such/recording'))
    expect(error).toMatchObject({
      code: 'USAGE',
      message: 'No recording found: "./no/such/recording" is not a folder.',
    })
  })

  test.each(['file', 'file/below', 'n\0ne'])(
    '%j in place of the folder is refused',
    async (name) => {
      await keep('file', '')
      expect(refusal(() => recordingReader(`${dir}/${name}`))).toMatchObject({ code: 'USAGE' })
    },
  )

  test('a folder may be typed relative and with a trailing slash', async () => {
    const endpoint = anEndpoint({ recordAs: 'recording.ts', maxBytes: 100_000 })
    const text = await readFile('src/ingest/recording.ts', 'utf8')
    expect(await recordingReader('src/ingest/').read(endpoint)).toBe(text)
  })

  test('a body over the cap is refused, one of exactly the cap is read', async () => {
    await keep('api.llama.fi/hacks.json', '[1]')
    const reader = recordingReader(dir)
    expect(await reader.read(anEndpoint({ maxBytes: 3 }))).toBe('[1]')
    await expect(reader.read(anEndpoint({ maxBytes: 2 }))).rejects.toMatchObject({
      code: 'UPSTREAM_TOO_LARGE',
    })
  })

  test('bytes that are not UTF-8 are refused', async () => {
    await keep('api.llama.fi/hacks.json', new Uint8Array([0xff]))
    await expect(recordingReader(dir).read(anEndpoint())).rejects.toMatchObject({
      code: 'UPSTREAM_INVALID',
    })
  })

  test('a body that is not accepted is refused', async () => {
    await keep('api.llama.fi/hacks.json', '[]')
    const accept = () => expect.fail('not this one')
    await expect(recordingReader(dir).read(anEndpoint(), accept)).rejects.toThrow('not this one')
  })

  test('a recorded web page is distinguished from JSON', async () => {
    await keep('api.llama.fi/hacks.json', '<html>')
    await expect(readJson(recordingReader(dir), anEndpoint())).rejects.toThrow(
      'DefiLlama /hacks answered with a web page instead of JSON.',
    )
  })
})

describe(recorder, () => {
  test('a body passes through and is kept where the reader finds it', async () => {
    expect(await recorder(upstream('[1]'), dir).read(anEndpoint())).toBe('[1]')
    expect(await readFile(join(dir, 'api.llama.fi', 'hacks.json'), 'utf8')).toBe('[1]')
    expect(await recordingReader(dir).read(anEndpoint())).toBe('[1]')
  })

  test('a later body takes the place of an earlier one, without leftovers', async () => {
    await recorder(upstream('[1, 2, 3]'), dir).read(anEndpoint())
    await recorder(upstream('[4]'), dir).read(anEndpoint())
    expect(await recordingReader(dir).read(anEndpoint())).toBe('[4]')
    expect(await readdir(join(dir, 'api.llama.fi'))).toEqual(['hacks.json'])
  })

  test('a body that is not accepted is not kept', async () => {
    await expect(readJson(recorder(upstream('<html>'), dir), anEndpoint())).rejects.toThrow()
    expect(await readdir(dir)).toEqual([])
  })

  test('many bodies at once are all kept whole', async () => {
    const reader = recorder(upstream('[1]'), dir)
    await Promise.all(Array.from({ length: 20 }, () => reader.read(anEndpoint())))
    expect(await readdir(join(dir, 'api.llama.fi'))).toEqual(['hacks.json'])
  })

  test('a body that cannot be written is an error and leaves nothing behind', async () => {
    await mkdir(join(dir, 'api.llama.fi', 'hacks.json'), { recursive: true })
    await expect(recorder(upstream('[1]'), dir).read(anEndpoint())).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
    })
    expect(await readdir(join(dir, 'api.llama.fi'))).toEqual(['hacks.json'])
  })

  test.each([
    'polygon-bridge-&-staking',
    'dinero-(pirex-eth)',
    'overnight-usd+',
    'summer.fi',
    '.hidden',
    '...',
    'a b',
    '100%',
    'ünï',
    'a/b',
  ])('the slug %s is kept below the folder of protocols and read again', async (slug) => {
    const endpoint = anEndpoint({ recordAs: `api.llama.fi/protocol/${slug}.json` })
    await recorder(upstream('{}'), dir).read(endpoint)
    expect(await readdir(join(dir, 'api.llama.fi'))).toEqual(['protocol'])
    expect(await recordingReader(dir).read(endpoint)).toBe('{}')
  })
})

test.each([
  '../outside.json',
  'api.llama.fi/../../outside.json',
  'api.llama.fi/protocol/../hacks.json',
  'api.llama.fi/protocol/./hacks.json',
  '/outside.json',
  'api.llama.fi//hacks.json',
  'api.llama.fi\\..\\..\\outside.json',
  'api.llama.fi/\0.json',
  '..',
  '.',
  '',
])('the name %j, which leads elsewhere, is refused for reading and writing', async (recordAs) => {
  const inner = join(dir, 'inner')
  await mkdir(inner)
  await keep('outside.json', '[]')
  await keep('inner/api.llama.fi/hacks.json', '[]')
  const endpoint = anEndpoint({ recordAs })
  const refused = {
    code: 'UPSTREAM_INVALID',
    message: 'DefiLlama /hacks has a name that is not a valid file name for a recording.',
  }
  await expect(recordingReader(inner).read(endpoint)).rejects.toMatchObject(refused)
  await expect(recorder(upstream('[1]'), inner).read(endpoint)).rejects.toMatchObject(refused)
  expect(await readFile(join(dir, 'outside.json'), 'utf8')).toBe('[]')
  expect(await readFile(join(inner, 'api.llama.fi', 'hacks.json'), 'utf8')).toBe('[]')
})

const recorded = new URL('../../../shared/upstream/2024-03-11/', import.meta.url)

describe.skipIf(!existsSync(recorded))('the recording of 2024-03-11', () => {
  test('its protocols are read under the name that an endpoint gives them', async () => {
    const recordAs = 'api.llama.fi/protocols.json'
    const reader = recordingReader(fileURLToPath(recorded))
    const rows = await readJson(reader, anEndpoint({ recordAs, maxBytes: 32_000_000 }))
    expect(rows).toHaveLength(4047)
  })
})

function anEndpoint(part: Partial<Endpoint> = {}): Endpoint {
  return {
    label: 'DefiLlama /hacks',
    url: 'https://upstream.invalid/hacks',
    recordAs: 'api.llama.fi/hacks.json',
    maxBytes: 1000,
    ...part,
  }
}

function upstream(body: string): EndpointReader {
  return {
    async read(_, accept) {
      accept?.(body)
      return body
    },
  }
}

async function keep(name: string, body: string | Uint8Array): Promise<void> {
  await mkdir(join(dir, name, '..'), { recursive: true })
  await writeFile(join(dir, name), body)
}

function refusal(action: () => unknown): PlimsollError {
  try {
    action()
  } catch (error) {
    if (error instanceof PlimsollError) return error
    throw error
  }
  return expect.fail('an error was expected')
}
