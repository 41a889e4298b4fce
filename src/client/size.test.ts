import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const ENTRY = path.join(import.meta.dirname, 'index.ts')

it('the client is at most 5 KB, minified and compressed, without dependencies', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [ENTRY],
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2023', platform: 'browser' },
    ...{ write: false, metafile: true },
  })
  const [bundle] = outputFiles
  if (!bundle) throw new Error('There is no bundle.')
  expect(gzipSync(bundle.contents, { level: 9 }).length).toBeLessThanOrEqual(5_000)
  const files = Object.keys(metafile.inputs)
  const others = files.filter((file) => !file.startsWith('src/client/'))
  expect(others.sort()).toEqual(['src/domain/json.ts', 'src/domain/nesting.ts'])
  // Workers and browsers have none of these.
  expect(bundle.text).not.toMatch(/\b(process|Buffer|require|__dirname|setImmediate)\b/)
})
