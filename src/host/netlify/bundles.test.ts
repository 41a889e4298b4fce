import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import {
  bundle,
  EDGE_MODULES,
  EDGE_PACKAGES,
  FUNCTION_BUNDLES,
  importMs,
} from '../../testing/api/function-bundles.ts'

/**
 * Five thousand are for finding contracts: which file has an address, and the answer put together from it; two for incidents and changes by
 * id; five for reads of one snapshot, for rows and fields by name, and for what is said of a field that is to go.
 */
const MAX_GATEWAY_BYTES = 147_000

test('the gateway of the edge is at most 147 KB with no package but the stated ones and no module of Node', async () => {
  const { text, inputs, packages, externals } = await bundle('functions/edge/gateway.ts', 'neutral')

  process.stdout.write(`gateway: ${text.length} bytes of ${inputs.length} files\n`)
  expect(inputs).toContain('src/api/gateway/gateway.ts')
  expect(packages).toEqual(EDGE_PACKAGES)
  expect(externals).toEqual(EDGE_MODULES)
  expect(/["']node:/.test(text)).toBe(false)
  expect(text.length).toBeGreaterThan(20_000)
  expect(text.length).toBeLessThanOrEqual(MAX_GATEWAY_BYTES)
})

test.each(FUNCTION_BUNDLES)(
  'the function $name is at most $maxBytes bytes, holds no package but the stated ones, and can be imported',
  async (expected) => {
    const { name, plugins } = expected
    const { text, inputs, packages, externals } = await bundle(
      `functions/${name}.ts`,
      'node',
      plugins,
    )
    const size = `${text.length} bytes of ${inputs.length} files`
    process.stdout.write(`${name}: ${size}, imported in ${Math.round(importMs(text))} ms\n`)
    expect(inputs).toContain(expected.holds)
    if (expected.packages) expect(packages).toEqual(expected.packages)
    expect(packages).toEqual(expect.arrayContaining(expected.somePackages ?? []))
    expect(inputs.filter((input) => expected.without?.test(input))).toEqual([])
    const others = externals.filter((each) => !isBuiltin(each) && each !== '<runtime>')
    expect(others).toEqual(expected.externals ?? [])
    expect(text.length).toBeLessThanOrEqual(expected.maxBytes)
  },
)
