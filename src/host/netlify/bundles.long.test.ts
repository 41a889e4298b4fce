import { expect, test } from 'vitest'
import { bundle, FUNCTION_BUNDLES, importMs } from '../../testing/api/function-bundles.ts'

test.each(FUNCTION_BUNDLES)(
  'the function $name is imported within $maxImportMs ms',
  async ({ name, plugins, maxImportMs }) => {
    const { text } = await bundle(`functions/${name}.ts`, 'node', plugins)
    // The best of three, so that a busy machine does not fail the test.
    expect(Math.min(...[1, 2, 3].map(() => importMs(text)))).toBeLessThan(maxImportMs)
  },
)
