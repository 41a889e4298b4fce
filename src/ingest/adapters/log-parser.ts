import { dayOf } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { AdapterChange } from './history.ts'
import { moduleOf } from './module.ts'

/** The folder that has the adapters. */
export const PROJECTS = 'projects'

/**
 * Arguments of `git log` for the output that `LogParser` reads. With `-z`, names are not quoted and end with NUL, so no name can
 * look like something else. The path limits every name to `projects`. Finding renames would need the contents of files.
 */
export const LOG_ARGUMENTS = [
  'log',
  '-z',
  '--no-merges',
  '--no-renames',
  '--no-mailmap',
  '--no-show-signature',
  '--no-ext-diff',
  '--name-only',
  '--format=%ct%x00%ae',
] as const

/** Bytes that are kept of one name; the rest only matters below the module. */
const MAX_NAME_BYTES = 1_024
/** About ten times the repository of 2026: 33,000 commits with 50,000 changes of modules. */
const MAX_COMMITS = 400_000
const MAX_CHANGES = 2_000_000
/** The end of the year 9999, in seconds; later times have no `Day`. */
const LAST_SECOND = 253_402_300_799

/**
 * Reads the output of `git log` chunk by chunk: for every commit its time in seconds and the e-mail address of its author, then the
 * names of the files that it touched. `push` and `end` throw `UPSTREAM_INVALID` for other output, and `UPSTREAM_TOO_LARGE`.
 */
export class LogParser {
  private readonly changes: AdapterChange[] = []
  /** Addresses stay in memory, only to distinguish authors. */
  private readonly authors = new Map<string, number>()
  private name: Buffer[] = []
  private nameBytes = 0
  private commits = 0
  private expects: 'time' | 'author' | 'file' = 'time'
  private seconds = 0
  private author = 0
  private touched = new Set<string>()

  push(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      this.keep(chunk.subarray(from, end))
      this.take(Buffer.concat(this.name).toString('utf8'))
      this.name = []
      this.nameBytes = 0
      from = end + 1
    }
    this.keep(chunk.subarray(from))
  }

  /** All changes, the newest commit first. */
  end(): AdapterChange[] {
    if (this.nameBytes > 0 || this.expects === 'author') throw unexpected()
    this.finishCommit()
    return this.changes
  }

  private keep(bytes: Buffer): void {
    const room = MAX_NAME_BYTES - this.nameBytes
    // A copy: a short name must not hold on to its whole chunk.
    if (room > 0 && bytes.length > 0) this.name.push(Buffer.from(bytes.subarray(0, room)))
    this.nameBytes += bytes.length
  }

  private take(text: string): void {
    if (this.expects === 'author') {
      this.author = this.authorNumber(text.toLowerCase())
      this.expects = 'file'
      return
    }
    // A line break separates the first name from the commit.
    const [folder, name] = text.replace(/^\n/, '').split('/', 2)
    if (this.expects === 'file' && folder === PROJECTS) {
      // A file that is itself named `projects` belongs to no module.
      if (name) this.touched.add(name)
    } else this.startCommit(text)
  }

  private startCommit(text: string): void {
    if (!/^\d{1,20}$/.test(text)) throw unexpected()
    this.finishCommit()
    this.commits += 1
    if (this.commits > MAX_COMMITS) throw tooMany('commits')
    this.seconds = Number(text)
    this.expects = 'author'
  }

  private finishCommit(): void {
    const names = [...this.touched]
    this.touched.clear()
    // A commit from after the last possible day is after the day of any run.
    if (names.length === 0 || this.seconds > LAST_SECOND) return
    const modulesTouched = new Set(names.map(moduleOf)).size
    const day = dayOf(this.seconds * 1_000)
    for (const name of names) {
      this.changes.push({ day, name, author: this.author, modulesTouched })
    }
    if (this.changes.length > MAX_CHANGES) throw tooMany('changes')
  }

  private authorNumber(address: string): number {
    const number = this.authors.get(address) ?? this.authors.size + 1
    this.authors.set(address, number)
    return number
  }
}

function unexpected(): PlimsollError {
  return new PlimsollError(
    'UPSTREAM_INVALID',
    'The history of the DefiLlama adapters is not in the format that git prints.',
  )
}

function tooMany(what: string): PlimsollError {
  return new PlimsollError(
    'UPSTREAM_TOO_LARGE',
    `The history of the DefiLlama adapters has too many ${what}.`,
  )
}
