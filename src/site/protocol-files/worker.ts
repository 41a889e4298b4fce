import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { workerData } from 'node:worker_threads'
import { type ProtocolFilesSource, protocolFiles } from './protocol-files.ts'

const { to, ...source }: ProtocolFilesSource & { to: string } = workerData
const made = new Set<string>()
for await (const { pattern, name, body } of protocolFiles(source)) {
  const file = path.join(
    to,
    pattern.replace('[name]', () => name),
  )
  const folder = path.dirname(file)
  if (!made.has(folder)) mkdirSync(folder, { recursive: true })
  made.add(folder)
  writeFileSync(file, await body())
}
