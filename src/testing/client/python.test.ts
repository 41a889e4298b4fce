import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ROOT } from '../scripts/run-script.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { findPython } from './python.ts'

const folder = temporaryFolder()

it('the Python module tries again, waits and fails as the TypeScript client does', async ({
  skip,
}) => {
  const python = findPython(folder)
  if (python === null) return skip('There is no python3 here: the Python module was not tested.')
  const { stderr } = await promisify(execFile)(
    python,
    [path.join(ROOT, 'src/testing/python/test_plimsoll.py')],
    { env: { PYTHONPATH: path.join(ROOT, 'src/python'), PYTHONDONTWRITEBYTECODE: '1' } },
  )
  expect(stderr).toMatch(/^Ran \d\d tests [\s\S]*^OK$/m)
})

it('the Python module asks every endpoint that the TypeScript client asks', () => {
  const [typescript, python] = ['src/client/client.ts', 'src/python/plimsoll.py'].map((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\/v1\/[a-z]+/g)].map(String).sort(),
  )
  expect(new Set(python)).toEqual(new Set(typescript))
})
