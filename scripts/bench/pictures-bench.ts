import path from 'node:path'
import type { PictureFacts } from '../../src/site/pictures/protocol-picture.ts'
import { createStudio } from '../../src/site/pictures/studio.ts'
import { logProgress } from './measure.ts'
import type { Figure, Section } from './table.ts'

const FONTS = path.resolve(import.meta.dirname, '../../public/fonts')
const PICTURES = 500

/** Work of others on the machine only ever adds time, so the calmest series counts. */
const SERIES = 4

/** Measures the pictures of protocols: processor time and bytes of each, when what they have in common is drawn. */
export async function runPicturesBench(): Promise<Section> {
  logProgress(`pictures, ${SERIES} times ${PICTURES}`)
  const { paint } = await createStudio(FONTS)
  const facts = Array.from({ length: PICTURES }, (_, index) => factsOf(index))
  for (const each of facts.slice(0, SCORES)) await paint(each)
  let least = Number.POSITIVE_INFINITY
  let bytes = 0
  for (let number = 0; number < SERIES; number += 1) {
    const before = process.cpuUsage()
    bytes = 0
    for (const each of facts) bytes += (await paint(each)).length
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  const figures: Figure[] = [
    { name: 'a picture, processor time', value: least / PICTURES, unit: 'ms', bar: { atMost: 4 } },
    { name: 'a picture, size', value: bytes / PICTURES, unit: 'bytes', bar: { atMost: 12_500 } },
  ]
  return { part: 'pictures', title: 'Pictures of protocols', figures }
}

const SCORES = 20

function factsOf(index: number): PictureFacts {
  return {
    name: `Protocol number ${index}`,
    plainName: `protocol-${index}`,
    state: { kind: 'scored', score: (index % SCORES) / 2 },
    reason: {
      title: 'Furthest above usual: Admin keys (governance)',
      text: `A multisig of ${index % 9} of 9 can change the code of the main contracts at once, with no delay in which users could leave.`,
    },
    day: '2026-10-04',
    notice: null,
  }
}
