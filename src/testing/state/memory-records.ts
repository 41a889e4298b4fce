import type { RecordStore } from '../../state/records/record-store.ts'

/** Records in memory. `cut` makes the store fail at a write of this number, after some of it was written, as Netlify Blobs may. */
export function memoryRecords(cut: () => boolean = () => false): RecordStore & {
  texts: Map<string, string>
} {
  const texts = new Map<string, string>()
  return {
    texts,
    async read(names) {
      return names.map((name) => {
        const text = texts.get(name)
        return text === undefined ? null : { text, version: text }
      })
    },
    async list(prefix, page) {
      const names = [...texts.keys()].filter((name) => name.startsWith(prefix)).sort()
      return page ? names.filter((name) => name > (page.after ?? '')).slice(0, page.most) : names
    },
    async write(writes) {
      for (const { name, text, version } of writes) {
        if (cut()) throw new Error('The process ended.')
        if (version !== undefined && (texts.get(name) ?? null) !== version) return false
        if (text === null) texts.delete(name)
        else texts.set(name, text)
      }
      return true
    },
  }
}
