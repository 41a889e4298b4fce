import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { workerData } from 'node:worker_threads'
import * as z from 'zod'
import { protocolFiles } from './protocol-files.ts'

const { to, ...source } = z
  .object({
    documents: z.string(),
    fonts: z.string(),
    site: z.string().optional(),
    now: z.number(),
    to: z.string(),
  })
  .parse(workerData)

const made = new Set<string>()
for await (const { pattern, name, body } of protocolFiles({ site: undefined, ...source })) {
  const file = path.join(
    to,
    pattern.replace('[name]', () => name),
  )
  const folder = path.dirname(file)
  if (!made.has(folder)) mkdirSync(folder, { recursive: true })
  made.add(folder)
  writeFileSync(file, await body())
}
