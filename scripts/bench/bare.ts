import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listFiles } from './files.ts'

// The least that any program for this job does: parse every input file, write every output file.
// What it writes is loaded before; it prints how long that took, so that the caller can take it off.
const [input = '', published = '', out = ''] = process.argv.slice(2)

const started = performance.now()
const files = listFiles(published).map((name) => ({
  name,
  bytes: readFileSync(path.join(published, name)),
}))
const loadMs = performance.now() - started

for (const name of listFiles(input)) JSON.parse(readFileSync(path.join(input, name), 'utf8'))

const folders = new Set<string>()
for (const { name, bytes } of files) {
  const file = path.join(out, name)
  const folder = path.dirname(file)
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
  folders.add(folder)
  writeFileSync(file, bytes)
}
console.log(loadMs)
