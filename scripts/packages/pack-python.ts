import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'
import project from '../../package.json' with { type: 'json' }
import { packageNames } from '../../src/contract/package-names.ts'
import { pythonTypes } from './python-types.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Writes the wheel of the Python module into a folder and returns its path. The same sources give the same bytes. */
export function packPython(out: string): string {
  const info = `plimsoll-${project.version}.dist-info`
  const read = (file: string) => readFileSync(path.join(ROOT, file))
  const files: [name: string, body: Uint8Array][] = [
    // Type checkers read the types of a package with this mark, and of no single module.
    ['plimsoll/py.typed', new Uint8Array()],
    ['plimsoll/__init__.py', read('src/python/plimsoll.py')],
    ['plimsoll/types.pyi', Buffer.from(pythonTypes())],
    [`${info}/METADATA`, Buffer.from(metadata(read('src/python/README.md').toString('utf8')))],
    [`${info}/WHEEL`, Buffer.from(WHEEL)],
    [`${info}/licenses/LICENSE`, read('LICENSE')],
  ]
  const record = files.map(([name, body]) => `${name},sha256=${hash(body)},${body.length}\n`)
  files.push([`${info}/RECORD`, Buffer.from(`${record.join('')}${info}/RECORD,,\n`)])
  mkdirSync(out, { recursive: true })
  const file = path.join(out, packageNames(project.version).python)
  // The earliest day of a zip file, written in local time.
  writeFileSync(file, zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1), level: 9 }))
  return file
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: plimsoll\nRoot-Is-Purelib: true\nTag: py3-none-any\n'

function metadata(readme: string): string {
  return `Metadata-Version: 2.4
Name: plimsoll
Version: ${project.version}
Summary: Client of Plimsoll: risk scores for DeFi protocols.
License-Expression: ${project.license}
License-File: LICENSE
Requires-Python: >=3.9
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Description-Content-Type: text/markdown

${readme}`
}

/** As RECORD has it: base64 of URLs without padding. */
function hash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url')
}
