import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { workerData } from 'node:worker_threads'
import * as z from 'zod'
import { listPictures } from './list-pictures.ts'
import { SITE_PICTURE } from './names.ts'
import { createStudio } from './studio.ts'

const { documents, fonts, to, now } = z
  .object({ documents: z.string(), fonts: z.string(), to: z.string(), now: z.number() })
  .parse(workerData)

const { paint, site } = await createStudio(fonts)
mkdirSync(to, { recursive: true })
const write = (name: string, png: Uint8Array) => writeFileSync(path.join(to, `${name}.png`), png)
write(SITE_PICTURE, await site())
for (const { file, facts } of await listPictures(documents, now)) {
  write(file, await paint(await facts()))
}
