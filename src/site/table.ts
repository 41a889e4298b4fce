import type { RiskLevel } from '../domain/risk-level.ts'
import type { Estimate } from './validation-page.ts'

/** What a cell shows: a text, or one of these forms. */
export type Cell =
  | string
  | number
  | { text: string | number; small?: string; href?: string; isCode?: boolean }
  /** A text from outside. */
  | { name: string; href?: string | undefined }
  /** A level, which also gives the row its colour. */
  | { level: RiskLevel }
  /** A share as a bar. */
  | { bar: number }
  | { estimate: Estimate; axis?: { from: number; to: number; centre: number } }

export interface Column {
  head: string
  /** The name of a figure where rows are stacked, when it is not the head. */
  label?: string
  isNumber?: boolean
  /** Columns under this head, when the heads of the others are empty. */
  span?: number
  /** A drawing of the figure before it, with a head that is only spoken or with these ends and the middle as its head. */
  isDrawing?: boolean
  ends?: readonly string[]
}

/** Columns of texts. */
export function texts(...heads: string[]): Column[] {
  return heads.map((head) => ({ head }))
}

/** Columns of figures. */
export function numbers(...heads: string[]): Column[] {
  return heads.map((head) => ({ head, isNumber: true }))
}

/** A drawing on an axis of which the ends and the middle are named. */
export function drawing(...ends: string[]): Column {
  return { head: '', isDrawing: true, ends }
}
