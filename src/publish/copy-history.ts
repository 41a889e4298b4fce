import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlimsollError } from '../domain/errors.ts'
import { storeThere } from '../store/copies.ts'
import type { StoredHistory } from '../store/history.ts'
import { placeOf } from './history-place.ts'
import { fetchPrevious } from './previous-snapshot.ts'

/**
 * Checks the history that a place publishes and keeps its manifest and packed store in `dir`. Returns a description of it.
 * Throws `UPSTREAM_INVALID` when it cannot be read; nothing is kept then.
 */
export async function copyHistory(from: string, dir: string): Promise<string> {
  const workDir = mkdtempSync(path.join(tmpdir(), 'plimsoll-history-'))
  try {
    return await fetchHistory(from, path.join(workDir, 'plimsoll.sqlite'), dir)
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

/**
 * Writes the history that a place publishes to a new store file. Returns a description of it.
 * Throws `STORE_UNUSABLE` when the file exists already, and `UPSTREAM_INVALID` when the history cannot be read.
 */
export async function restoreHistory(from: string, storeFile: string): Promise<string> {
  if (existsSync(storeFile)) throw storeThere(storeFile)
  return await fetchHistory(from, storeFile)
}

async function fetchHistory(from: string, storeFile: string, keepIn?: string): Promise<string> {
  const refusal = (why: string) =>
    new PlimsollError('UPSTREAM_INVALID', `The history in ${from} could not be read: ${why}.`)
  const found = await fetchPrevious({
    place: placeOf(from, fetch),
    storeFile,
    pause: (ms) => pause(ms),
    refusal,
    ...(keepIn === undefined ? {} : { keepIn }),
  })
  if ('absent' in found) throw refusal(found.absent)
  const { history, snapshot } = found.manifest
  return `${describeHistory(history)}, the newest ${snapshot.id}`
}

/** A history as a part of a sentence. */
export function describeHistory(
  history: Pick<StoredHistory, 'snapshots' | 'firstDay' | 'lastDay'>,
): string {
  return `${history.snapshots} snapshots from ${history.firstDay} to ${history.lastDay}`
}
